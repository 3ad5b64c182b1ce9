import { timingSafeEqual } from "node:crypto";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Pending } from "#service/event-store/commands/pending.ts";
import type { CommittedCommand } from "#service/event-store/commands/recent-commands.ts";
import type { Outcome, Unavailable } from "#service/event-store/commands/submission.ts";

/** The outcome of a command that was not taken, or whose outcome is unknown. */
export const unavailable = (reason: Unavailable, retryAfterMs: number): Outcome => ({
  kind: "unavailable",
  reason,
  retryAfterMs,
});

const sameRequest = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

/** The outcome of a command already in the log: its first answer, or a conflict if its id was used otherwise. */
export function outcomeOf(committed: CommittedCommand, requestHash: Uint8Array): Outcome {
  if (!sameRequest(committed.requestHash, requestHash)) return { kind: "conflict" };
  const answer = JSON.parse(committed.answer) as JsonObject;
  return { kind: "committed", position: committed.position, answer, duplicate: true };
}

/** Answers a command, and its followers with the same id. */
export function settle(pending: Pending, outcome: Outcome): void {
  pending.settled = true;
  pending.resolve(outcome);
  for (const follower of pending.followers) {
    const isSame = sameRequest(follower.requestHash, pending.submission.requestHash);
    if (outcome.kind === "unavailable") follower.resolve(outcome);
    else if (outcome.kind === "committed")
      follower.resolve(isSame ? { ...outcome, duplicate: true } : { kind: "conflict" });
    else if (isSame) follower.resolve(outcome);
    // Not committed, so the id is free: retry the follower.
    else follower.again();
  }
}

/** The outcome of a command found in the log after its answer was lost: the first answer, not a duplicate. */
export function foundOutcome(pending: Pending, committed: CommittedCommand): Outcome {
  const outcome = outcomeOf(committed, pending.submission.requestHash);
  return outcome.kind === "committed" ? { ...outcome, duplicate: false } : outcome;
}
