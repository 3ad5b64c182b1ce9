import type { JsonObject } from "#domain/kernel/json.ts";
import type { CommandSecrets } from "#service/event-store/append/secrets.ts";
import type { CacheEntry } from "#service/event-store/states/cache.ts";
import type { Outcome, Submission } from "./submission.ts";

/** A command with the same id as a waiting one. */
export interface Follower {
  readonly requestHash: Uint8Array;
  readonly resolve: (outcome: Outcome) => void;
  /** Sends it again: a refusal has not used up its id. */
  readonly again: () => void;
}

/** A command that waits for its outcome. */
export interface Pending {
  readonly submission: Submission;
  /** Rises with each command taken, so that commands put back find their place again. */
  readonly order: number;
  readonly secrets: CommandSecrets;
  readonly resolve: (outcome: Outcome) => void;
  /** Commands with the same id, sent in the meantime: they share the first one's answer. */
  readonly followers: Follower[];
  /** Milliseconds on the monotonic clock after which it is answered 503 while the database is away. */
  readonly heldUntil: number;
  /** When it was taken, in milliseconds, by the clock that sets `at` of a submission in production. */
  readonly takenAt: number;
  /** How often it missed its deadline. */
  late: number;
  /** Entries loaded for it: pinned in memory until it is decided. */
  readonly held: CacheEntry[];
  settled: boolean;
}

/** Unpins the entries loaded for a command. */
export function release({ held }: Pending): void {
  for (const entry of held) entry.pins -= 1;
  held.length = 0;
}

/** The result of deciding a command, before the batch is in the log. */
export type Decided =
  | {
      readonly kind: "accepted";
      readonly position: number;
      readonly answer: JsonObject;
      readonly text: string;
    }
  | Extract<Outcome, { kind: "refused" | "failed" }>;
