import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { forged, problemOf, put, type Rows, tampered } from "#service/lab/testing/logs/written-rows.ts";
import { CommandsCheck } from "./commands-check.ts";
import type { BadLog } from "./problem.ts";
import type { StoredCommand } from "./slices.ts";

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
  const check = new CommandsCheck([], null);
  const answer = { position: answered, commandId: "cmd_a", requestHash: new Uint8Array(32), answer: "{}" };
  try {
    for (const position of [1, 2]) {
      check.begin(eventAt(position));
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

/** A fault, where it is, and what is said of it. */
type Fault = readonly [name: string, rows: Rows, position: number, sentence: string];

/** The log with another answer to its second command. */
const answer = (text: string) => tampered(({ commands }) => put(commands, 1, { answer: text }));
const FAULTS: readonly Fault[] = [
  [
    "an answer missing",
    tampered(({ commands }) => void commands.splice(1, 1)),
    3,
    'The command "c2", which wrote its last event here, has no answer.',
  ],
  [
    "an answer missing at the end",
    tampered(({ commands }) => void commands.pop()),
    4,
    'The command "c4", which wrote its last event here, has no answer.',
  ],
  [
    "an answer before the last event",
    tampered(({ commands }) =>
      put(commands, 1, { position: 2, answer: '{"said":"2","list":[1],"none":null}' }),
    ),
    2,
    'The answer to the command "c2" stands here, before the last event that it wrote.',
  ],
  [
    "an answer of another command",
    tampered(({ commands }) => put(commands, 1, { commandId: "c9" })),
    3,
    'The answer to the command "c9" stands here, where "c2" wrote.',
  ],
  [
    "two answers",
    tampered(({ commands }) => void commands.splice(1, 0, commands[1] as StoredCommand)),
    3,
    'The answer to the command "c2" stands here, where "c2" wrote.',
  ],
  [
    "a short request hash",
    tampered(({ commands }) => put(commands, 1, { requestHash: new Uint8Array(31) })),
    3,
    'The command "c2" has a request hash of 31 bytes.',
  ],
  ["an answer that is no JSON", answer("{"), 3, 'The answer to the command "c2" is not JSON.'],
  ["an answer that is a list", answer("[]"), 3, 'The answer to the command "c2" is not JSON.'],
  ["an answer that is null", answer("null"), 3, 'The answer to the command "c2" is not JSON.'],
  ["an answer that is text", answer('"said"'), 3, 'The answer to the command "c2" is not JSON.'],
  [
    "an answer that says something else",
    answer('{"said":"4","list":[1]}'),
    3,
    'The answer to the command "c2" does not say the said that its event says.',
  ],
  [
    "an answer that says nothing",
    answer("{}"),
    3,
    'The answer to the command "c2" does not say the said that its event says.',
  ],
  [
    "an answer that says text where it has nothing to say",
    answer('{"said":"3","list":[1],"none":"null"}'),
    3,
    'The answer to the command "c2" does not say the none that its event says.',
  ],
  [
    "an answer that lists something else",
    answer('{"said":"3","list":[2]}'),
    3,
    'The answer to the command "c2" does not say the list that its event says.',
  ],
  [
    "a command's id that is used again later",
    forged(4, { commandId: "c1", eventId: "c1.0" }),
    4,
    'The command "c1" writes here again: another command, further up, has the same id.',
  ],
  [
    "an answer beyond the log",
    tampered(({ commands }) => void commands.push({ ...(commands[2] as StoredCommand), position: 5 })),
    5,
    "There is no event, but the answer to a command.",
  ],
];

describe("the check of answers", () => {
  it.each(FAULTS)("rejects %s", async (_what, rows, position, sentence) => {
    expect(await problemOf(rows)).toEqual({ position, sentence });
  });

  it("accepts an answer that says more, in any order", async () => {
    expect(await problemOf(answer('{"list":[1],"more":null,"none":null,"said":"3"}'))).toBeNull();
  });
});
