import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import type { BetTaker } from "./players.ts";

/** Retries, one a second: minutes in which the disk may be busy with a checkpoint. */
const ATTEMPTS_MAX = 300;

/** Repeats each command until it is accepted, so that a slow disk cannot end a run of an hour. */
export function insistent(to: BetTaker): BetTaker {
  return {
    async submit<A extends JsonObject>(submission: Submission<A>): Promise<Outcome<A>> {
      for (let attempt = 1; ; attempt += 1) {
        // The first attempt may have been committed without an answer: a retry looks for it.
        const outcome = await to.submit(attempt === 1 ? submission : { ...submission, keyed: true });
        if (outcome.kind !== "unavailable" || attempt === ATTEMPTS_MAX) return outcome;
        await sleep(outcome.retryAfterMs);
      }
    },
  };
}
