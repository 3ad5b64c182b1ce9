import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventTypes } from "#domain/kernel/events/stream-kind.ts";
import type { LeastHolding } from "#domain/ledger/account.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { ChainHashing } from "./append/hashing.ts";
import type { SecretStore } from "./append/secrets.ts";
import type { SideTable } from "./append/side-tables.ts";

export interface WriterOptions {
  readonly db: OpenDatabase;
  readonly eventTypes: EventTypes;
  readonly leastHolding: LeastHolding;
  /** The few assets that most accounts hold and most commands move. */
  readonly mainAssets: readonly string[];
  /** Secrets that decisions may open. */
  readonly secrets: SecretStore;
  /** The tables whose rows commands may bring along. */
  readonly sideTables: readonly SideTable[];
  readonly logId?: number;
  /** How many folded streams are kept in memory; holdings follow from it. */
  readonly streamsMax?: number;
  /** How long a command is held while the database is away before it is answered, in milliseconds. */
  readonly heldMaxMs?: number;
  /** How the chain is hashed; the benchmarks leave it out to measure what it costs. */
  readonly hashing?: ChainHashing;
  /**
   * The clock that submissions have their times from, in milliseconds; the machine's without one. What the writer
   * itself records has to go by the same: the time of the log never goes back, so that one event of another clock would
   * give all after it a wrong time.
   */
  readonly now?: () => number;
  /** Hears of every event once it is in the log, own or foreign, in order. */
  readonly onAppended?: (events: readonly RecordedEvent[]) => void;
  /** Hears of what an operator should know. */
  readonly onTrouble?: (what: string, error: Error) => void;
}

export const LOG_ID = 1;
export const STREAMS_MAX = 20_000;
/** Room for holdings of accounts that are shared, beside one of each currency for every stream. */
export const SHARED_ACCOUNTS_MAX = 1_000;
export const RECENT_COMMANDS_MAX = 20_000;
export const HELD_MAX_MS = 5_000;
/** After a foreign event a process stays in turns until this many in a row found nothing foreign. */
export const TURNS_AFTER_RIVAL = 8;
export const RECOVERY_PAUSE_MIN_MS = 25;
export const RECOVERY_PAUSE_MAX_MS = 1_000;
/** States that take longer to load are loaded in a turn. */
export const LOAD_MAX_MS = 3_000;
/** A process that is idle looks for foreign events this often, whatever notifications say. */
export const FOLLOW_POLL_MS = 1_000;
/** Late writes after which a command is given up: the clocks of process and database differ too much. */
export const LATE_MAX = 5;
/** The message to a caller who should try again. */
export const RETRY_AFTER_MS = 1_000;
/** The caller whose commands only the process's queue bounds. */
export const SYSTEM = "system";
export const STOP_MAX_MS = 5_000;
export const SESSION_TIMEOUTS = {
  statementTimeoutMs: 1_000,
  lockTimeoutMs: 1_000,
  idleInTransactionTimeoutMs: 500,
} as const;
/** A batch takes at least this many of the waiting commands before it leaves some to the next. */
export const BATCH_COMMANDS_MIN = 8;

/** Figures of a writer since it started. */
export interface WriterCounts {
  batches: number;
  events: number;
  misses: number;
  turns: number;
  followed: number;
  recoveries: number;
}
