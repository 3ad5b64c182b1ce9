import { describe, expect, it } from "vitest";
import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import { snapshotOf } from "#domain/kernel/events/snapshot.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
import {
  forged,
  problemOf,
  type Rows,
  tampered,
  UNFOLLOWABLE,
} from "#service/lab/testing/logs/written-rows.ts";
import type { StoredSnapshot } from "./slices.ts";
import { StreamsCheck } from "./streams-check.ts";

interface Sum {
  readonly sum: bigint;
  readonly parts: readonly bigint[];
}
const sums: StreamKind<Sum> = {
  kind: "sum",
  foldVersion: 1,
  initial: { sum: 0n, parts: [] },
  evolve: ({ sum, parts }) => ({ sum: sum + 2n, parts: [...parts, 2n] }),
};
const added: NewEvent = { type: "Added", schemaVersion: 1, stream: "sum:a", payload: {}, postings: [] };
const event: RecordedEvent = {
  ...added,
  ...{ position: 1, version: 1, eventId: "e", commandId: "c", actor: "test", recordedAt: 0 },
};

/** Checks a stream of one event against a snapshot of its state. */
function check(state: unknown): void {
  const snapshot: StoredSnapshot = {
    stream: "sum:a",
    version: 1,
    position: 1,
    foldVersion: 1,
    state: snapshotOf(state),
  };
  const streams = new StreamsCheck([snapshot], { streamKinds: [sums as StreamKind<unknown>] });
  streams.fold(event);
  streams.close(1);
}

it("a snapshot equals the fold that it was made of, and no fold with other amounts", () => {
  check({ sum: 2n, parts: [2n] });
  for (const other of [
    { sum: 3n, parts: [2n] },
    { sum: 2, parts: [2] },
    { sum: 2n, parts: [] },
  ])
    expect(() => check(other)).toThrow("is not its fold");
});

/** A fault, where it is, and what is said of it. */
type Fault = readonly [name: string, rows: Rows, position: number, sentence: string];

/** Of the stream of the log's four events, before the last. */
const snapshot = (change: Partial<StoredSnapshot>): StoredSnapshot => ({
  ...{ stream: "till:a", version: 3, position: 3, foldVersion: 2, state: "3" },
  ...change,
});
const withSnapshot = (change: Partial<StoredSnapshot>) =>
  tampered(({ snapshots }) => void snapshots.push(snapshot(change)));

const FAULTS: readonly Fault[] = [
  [
    "a version that is skipped",
    forged(3, { version: 4 }),
    3,
    'The event is version 4 of the stream "till:a", where 3 is due.',
  ],
  [
    "a version twice",
    forged(3, { version: 2 }),
    3,
    'The event is version 2 of the stream "till:a", where 3 is due.',
  ],
  [
    "a further stream that is the home stream",
    forged(2, { alsoIn: ["till:a"] }),
    2,
    "The event's streams are not a list of them: the event of till:a names each of its streams once.",
  ],
  [
    "an empty list of further streams",
    forged(2, { alsoIn: [] }),
    2,
    "The event's streams are not a list of them: an event has 1 to 64 further streams, or no list of them.",
  ],
  [
    "a stream of an unknown kind",
    forged(1, { stream: "purse:a" }),
    1,
    `The event's stream "purse:a" is of a kind that this program does not know.`,
  ],
  [
    "a further stream of an unknown kind",
    forged(2, { alsoIn: ["purse:a"] }),
    2,
    `The event's stream "purse:a" is of a kind that this program does not know.`,
  ],
  [
    "an event that no fold can follow",
    forged(2, { payload: { said: UNFOLLOWABLE } }),
    2,
    "The event cannot be followed: it says too little.",
  ],
  [
    "an event of an unknown type",
    forged(2, { type: "Asked" }),
    2,
    "The log holds an event that this program does not know: Asked version 1 at position 2.",
  ],
  [
    "a payload of another shape",
    forged(2, { payload: { said: 2 } }),
    2,
    "The log holds an event whose payload has another shape than its type: Told version 1 at position 2, in payload.said: Invalid input: expected string, received number.",
  ],
  [
    "a snapshot of another state",
    withSnapshot({ state: "4" }),
    3,
    'The snapshot of the stream "till:a" at version 3 is not its fold.',
  ],
  [
    "a snapshot of an older version",
    withSnapshot({ version: 2 }),
    3,
    'The snapshot of the stream "till:a" at version 2 is not its fold.',
  ],
  [
    "a snapshot of a version to come",
    withSnapshot({ version: 4 }),
    4,
    'The snapshot of the stream "till:a" says that it was taken before its newest event.',
  ],
  [
    "a snapshot at the end of another state",
    withSnapshot({ stream: "till:b", version: 0, position: 2, state: "0" }),
    2,
    'The snapshot of the stream "till:b" at version 0 is not its fold.',
  ],
  [
    "a snapshot beyond the log",
    withSnapshot({ version: 4, position: 5, state: "4" }),
    4,
    'There is a snapshot of the stream "till:a" at version 4, which the log does not have.',
  ],
  [
    "a snapshot of a stream that has no event",
    withSnapshot({ stream: "till:c", version: 1, position: 1 }),
    4,
    'There is a snapshot of the stream "till:c" at version 1, which the log does not have.',
  ],
  [
    "a snapshot of a version beyond the log",
    withSnapshot({ version: 5, position: 4, state: "4" }),
    4,
    'There is a snapshot of the stream "till:a" at version 5, which the log does not have.',
  ],
];

describe("the check of streams", () => {
  it.each(FAULTS)("rejects %s", async (_what, rows, position, sentence) => {
    expect(await problemOf(rows)).toEqual({ position, sentence });
  });

  it.each([
    ["of its fold", snapshot({})],
    ["at the end of its stream", snapshot({ stream: "till:b", version: 0, position: 2, state: "1" })],
    ["at its newest event", snapshot({ version: 4, position: 4, state: "4" })],
    ["of an older program, which nobody loads", snapshot({ foldVersion: 1, state: "of old" })],
    ["of an older program, of a stream that is not there", snapshot({ foldVersion: 1, stream: "till:c" })],
    ["of a kind of streams that is gone", snapshot({ stream: "purse:a", state: "of old" })],
  ])("accepts a snapshot %s", async (_what, one) => {
    expect(await problemOf(tampered(({ snapshots }) => void snapshots.push(one)))).toBeNull();
  });
});
