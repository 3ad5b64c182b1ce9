import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { ResponsiblePlayAnswer } from "#domain/features/responsible-play/contract.ts";
import { act, type Moment } from "#service/demo/crowd/habit.ts";
import { responsiblePlayHabit } from "./crowd.ts";

const seen = (isDue: boolean): ResponsiblePlayAnswer => ({
  age: { isConfirmed: false, at: null, textVersion: null, asked: null, isUnderAge: false, check: null },
  region: null,
  limits: [],
  timeOut: null,
  exclusion: null,
  review: { dueAt: "2027-05-01T12:00:00.000Z", isDue: false },
  realityCheck: { everyMinutes: 30, dueAt: null, isDue },
  session: { startedAt: null, wagered: "0.00", net: "0.00" },
});

it.each([true, false])("a demo player acknowledges a reality check only if due (%s)", async (isDue) => {
  const chosen = await responsiblePlayHabit.next(async () => seen(isDue) as never, {} as Moment);
  expect(chosen).toEqual(isDue ? act(endpoints.acknowledgeRealityCheck, {}) : null);
});
