import { endpoints } from "#domain/features/contract.ts";
import { act, habit } from "#service/demo/crowd/habit.ts";

/** Plays on after a reality check, as a player would who was asked. */
export const responsiblePlayHabit = habit({
  name: "responsible-play",
  weight: 1,
  look: (ask) => ask(endpoints.responsiblePlay),
  choose: ({ realityCheck }) => (realityCheck.isDue ? act(endpoints.acknowledgeRealityCheck, {}) : null),
});
