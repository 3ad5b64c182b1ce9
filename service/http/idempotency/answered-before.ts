import { refuse } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";

/** A command already in the log: it gets the first answer, or a refusal if its key belongs to another request. */
export const answeredBefore = <A extends JsonObject>(origin: CommandOrigin): Submission<A> => ({
  ...origin,
  reads: () => ({ streams: [] }),
  decide: () => refuse("answered_before", "This request has already been answered."),
});
