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
  /** The side tables that commands may write to. */
  readonly sideTables: readonly SideTable[];
  readonly logId?: number;
  /** How many folded streams are kept in memory; the number of holdings follows from it. */
  readonly streamsMax?: number;
  /** How long a command waits while the database is away before it is answered, in milliseconds. */
  readonly heldMaxMs?: number;
  /** How the chain is hashed; benchmarks leave hashing out to measure its cost. */
  readonly hashing?: ChainHashing;
  /**
   * The clock of the submissions' times, in milliseconds; by default the machine's. The writer's own events must use
   * the same clock: the log's time never goes back, so an event from a clock that is ahead would shift all times after
   * it.
   */
  readonly now?: () => number;
  /** Receives every event once it is in the log, own or foreign, in order. */
  readonly onAppended?: (events: readonly RecordedEvent[]) => void;
  /** Receives what an operator should know. */
  readonly onTrouble?: (what: string, error: Error) => void;
}

export const LOG_ID = 1;
export const STREAMS_MAX = 20_000;
/** Room for holdings of shared accounts, beside one of each currency per stream. */
export const SHARED_ACCOUNTS_MAX = 1_000;
export const RECENT_COMMANDS_MAX = 20_000;
export const HELD_MAX_MS = 5_000;
/** After a foreign event, a process takes turns until this many in a row found no foreign event. */
export const TURNS_AFTER_RIVAL = 8;
export const RECOVERY_PAUSE_MIN_MS = 25;
export const RECOVERY_PAUSE_MAX_MS = 1_000;
/** States that take longer to load are loaded in a turn. In milliseconds. */
export const LOAD_MAX_MS = 3_000;
/** Interval at which an idle process looks for foreign events, besides notifications. In milliseconds. */
export const FOLLOW_POLL_MS = 1_000;
/** Late writes after which a command is given up: the clocks of process and database differ too much. */
export const LATE_MAX = 5;
/** The delay suggested to a caller who should retry. */
export const RETRY_AFTER_MS = 1_000;
/** The owner whose commands only the process's queue limits. */
export const SYSTEM = "system";
export const STOP_MAX_MS = 5_000;
export const SESSION_TIMEOUTS = {
  statementTimeoutMs: 1_000,
  lockTimeoutMs: 1_000,
  idleInTransactionTimeoutMs: 500,
} as const;
/** A batch takes at least this many of the waiting commands before it leaves some to the next. */
export const BATCH_COMMANDS_MIN = 8;
/** The part of a batch in flight that has to wait before another one follows it. */
export const NEXT_BATCH_SHARE = 0.5;

/** Figures of a writer since it started. */
export interface WriterCounts {
  batches: number;
  events: number;
  misses: number;
  turns: number;
  followed: number;
  recoveries: number;
}
