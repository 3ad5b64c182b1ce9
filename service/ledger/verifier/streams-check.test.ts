import { expect, it } from "vitest";
import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import { snapshotOf } from "#domain/kernel/events/snapshot.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
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
