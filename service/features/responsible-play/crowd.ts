import { endpoints } from "#domain/features/contract.ts";
import { act, habit } from "#service/demo/crowd/habit.ts";

/** Acknowledges reality checks, and plays on. */
export const responsiblePlayHabit = habit({
  name: "responsible-play",
  weight: 1,
  look: (ask) => ask(endpoints.responsiblePlay),
  choose: ({ realityCheck }) => (realityCheck.isDue ? act(endpoints.acknowledgeRealityCheck, {}) : null),
});
