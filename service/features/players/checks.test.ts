import { expect, it } from "vitest";
import { GivenLog } from "#domain/testing/given.ts";
import { registered } from "#domain/testing/players.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

it("rejects a player's second registration, and one that begins with a later seed pair", () => {
  const log = new GivenLog();
  log.append([registered()]);
  expect(problemOfEvents(log.events)).toBeNull();
  const [first] = log.events;
  const later = log.events.map((event) => ({ ...event, payload: { ...event.payload, pair: 2 } }));
  expect(problemOfEvents(later)).toBe("A player's first seed pair has the number 2.");
  expect(problemOfEvents([...log.events, ...(first === undefined ? [] : [first])])).toBe(
    "The player was registered before.",
  );
});
