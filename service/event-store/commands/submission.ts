import type { Decision, Refusal } from "#domain/kernel/decision.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Account, Asset } from "#domain/ledger/account.ts";
import type { CommandSecrets } from "#service/event-store/append/secrets.ts";
import type { SideRow } from "#service/event-store/append/side-tables.ts";

/** A holding that a decision reads. */
export interface HoldingRead {
  readonly account: Account;
  readonly asset: Asset;
}

/** Everything a decision reads; loaded before it runs. */
export interface Reads {
  readonly streams: readonly StreamRead[];
  /** None where there are none. */
  readonly holdings?: readonly HoldingRead[] | undefined;
}

/** The log as a decision sees it: exactly as of the head it will be appended to. */
export interface LogView {
  /** The folded state of a stream; the kind's initial state for an empty one. */
  stream<S>(read: StreamRead<S>): S;
  /** The holdings of an account, in minor units or copies. */
  holding(account: Account, asset: Asset): bigint;
  /** Loads all of these at once; `stream` and `holding` would load them one after the other. */
  needs(reads: Reads): void;
  /** The instant the events will carry, in milliseconds: never before the newest event's. */
  readonly at: number;
  /** The secrets that the command may open. */
  readonly secrets: CommandSecrets;
}

/** A command on its way into the log. Its ids, time and random values are already drawn. */
export interface Submission<A extends JsonObject = JsonObject> {
  /** Unique for ever; derived from the caller's idempotency key if there is one. */
  readonly commandId: string;
  /** True if the id comes from the caller, who may have sent it before. */
  readonly keyed: boolean;
  /** SHA-256 of the request; the same id with another hash is a conflict. */
  readonly requestHash: Uint8Array;
  readonly actor: string;
  /** Whose share of the queue it uses: an account holder's id, or `system`. */
  readonly owner: string;
  /** When the command arrived, in milliseconds. */
  readonly at: number;
  /** Called only after a cache miss. */
  reads(): Reads;
  /** One of the streams it reads that must not exist yet: the command begins it. */
  readonly begins?: StreamRead;
  /** Rows written beside the events if the command is accepted. */
  readonly sideRows?: readonly SideRow[];
  /**
   * Set if the recorded time has to be the true one. Each decision then takes the current time and must be written
   * within this many milliseconds by the database's clock; otherwise the command is decided again.
   */
  readonly writtenWithinMs?: number;
  decide(view: LogView): Decision<A>;
}

/** The outcome of a command. */
export type Outcome<A extends JsonObject = JsonObject> =
  | { readonly kind: "committed"; readonly position: number; readonly answer: A; readonly duplicate: boolean }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** The id was used for another request. */
  | { readonly kind: "conflict" }
  /** Not taken, or outcome unknown; a retry with the same id finds out. */
  | { readonly kind: "unavailable"; readonly reason: Unavailable; readonly retryAfterMs: number }
  /** The database refused it, or the program broke an invariant; nothing was written. */
  | { readonly kind: "failed"; readonly error: Error };

export type Unavailable = "queue_full" | "owner_queue_full" | "database_away" | "too_late" | "stopped";
