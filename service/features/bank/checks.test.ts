import { expect, it } from "vitest";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { GivenLog } from "#domain/testing/given.ts";
import { banked, registered } from "#domain/testing/players.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

function problemOf(...events: readonly NewEvent[]): string | null {
  const log = new GivenLog();
  log.append(events);
  return problemOfEvents(log.events);
}

it("accepts the funds of the first start, and rejects others after them", () => {
  expect(problemOf(banked("100.00"), registered())).toBeNull();
  expect(problemOf(banked("100.00"), registered(), banked("1.00"))).toBe("The bank was funded before.");
});
