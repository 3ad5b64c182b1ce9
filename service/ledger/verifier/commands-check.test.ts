import { expect, it } from "vitest";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { CommandsCheck } from "./commands-check.ts";
import type { BadLog } from "./problem.ts";

const eventAt = (position: number): RecordedEvent => ({
  type: "CoinflipOffered",
  schemaVersion: 1,
  stream: "player:p_alice",
  payload: { gameId: "g" },
  postings: [],
  position,
  version: position,
  eventId: `cmd_a.${position - 1}`,
  commandId: "cmd_a",
  actor: "player:p_alice",
  recordedAt: 0,
});

/** Checks a command of two events that is answered at one of them. */
function problemWhenAnsweredAt(answered: number) {
  const check = new CommandsCheck([]);
  const answer = { position: answered, commandId: "cmd_a", requestHash: new Uint8Array(32), answer: "{}" };
  try {
    for (const position of [1, 2]) {
      check.begin("cmd_a");
      check.event(eventAt(position), position === answered ? [answer] : [], () => null);
    }
    check.close();
    return null;
  } catch (error) {
    return (error as BadLog).problem;
  }
}

it("accepts a command's answer at its last event, and not before", () => {
  expect(problemWhenAnsweredAt(2)).toBeNull();
  expect(problemWhenAnsweredAt(1)).toEqual({
    position: 1,
    sentence: 'The answer to the command "cmd_a" stands here, before the last event that it wrote.',
  });
});
