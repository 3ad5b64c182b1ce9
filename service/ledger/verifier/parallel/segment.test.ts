import { describe, expect, it } from "vitest";
import { cursorSql } from "#service/lab/testing/logs/cursor-sql.ts";
import {
  AT,
  forged,
  LOG,
  put,
  type Rows,
  rowsOf,
  stored,
  tampered,
  WRITTEN,
} from "#service/lab/testing/logs/written-rows.ts";
import type { ChainPlace } from "../chain-check.ts";
import type { Problem } from "../problem.ts";
import { followSegment, type Segment } from "./segment.ts";

const WHOLE: Segment = { logId: LOG, after: null, through: null };
const follow = ({ events, blocks }: Rows, segment = WHOLE): Promise<ChainPlace> =>
  followSegment(cursorSql({ followed_events: events, followed_blocks: blocks }), segment);
const problemOf = (rows: Rows, segment?: Segment): Promise<Problem> =>
  follow(rows, segment).then(
    () => Promise.reject(new Error("Nothing was found to be wrong")),
    ({ problem }: { readonly problem: Problem }) => problem,
  );

/** The rows of a log after its first block, and the place where that ends. */
function afterFirst(rows: Rows): { readonly later: Rows; readonly after: ChainPlace } {
  const [first] = rows.blocks;
  const after = { position: 1, recordedAt: AT, commandId: "c1", block: 1 };
  const later = { ...rows, events: rows.events.slice(1), blocks: rows.blocks.slice(1) };
  return { later, after: { ...after, hash: Buffer.from(first?.hash ?? []).toString("hex") } };
}

/** A fault, where it is, and what is said of it. */
type Fault = readonly [name: string, rows: Rows, position: number, sentence: string];

const UNEVEN = "The event's accounts, assets and amounts are not of one length.";
const FAULTS: readonly Fault[] = [
  [
    "an amount without an account, which no hash covers",
    tampered(({ events }) => put(events, 1, { deltas: [...(events[1]?.deltas ?? []), 5n] })),
    2,
    UNEVEN,
  ],
  [
    "an asset without an account, which no hash covers",
    tampered(({ events }) => put(events, 1, { assets: [...(events[1]?.assets ?? []), "RBX"] })),
    2,
    UNEVEN,
  ],
  [
    "postings removed whole",
    tampered(({ events }) => put(events, 1, { accounts: [], assets: [], deltas: [] })),
    2,
    "The event's columns do not give its leaf: one of them was changed after it was written.",
  ],
  [
    "a block beyond the last event",
    tampered(({ blocks }) => {
      const [last] = blocks.slice(-1);
      if (last !== undefined) blocks.push({ ...last, number: 4, from: 5, to: 5 });
    }),
    5,
    "Block 4 ends elsewhere.",
  ],
  ["an event in no block", tampered(({ blocks }) => void blocks.pop()), 4, "The event is in no block."],
  [
    "a block whose time goes backwards",
    forged(4, { recordedAt: AT }),
    4,
    `The event was recorded at ${AT}, before the one ahead of it at ${AT + 1}.`,
  ],
];

describe("a segment of a chain", () => {
  it("is followed to its end, from its beginning or from a place in the log", async () => {
    const rows = rowsOf(WRITTEN);
    const end = { position: 4, recordedAt: AT + 1, commandId: "c4", block: 3 };
    expect(await follow(rows)).toMatchObject(end);
    const { later, after } = afterFirst(rows);
    expect(await follow(later, { ...WHOLE, after })).toMatchObject(end);
  });

  it.each(FAULTS)("is wrong with %s", async (_name, rows, position, sentence) => {
    expect(await problemOf(rows)).toEqual({ position, sentence });
  });

  it("is wrong if it begins before the time of the place before it", async () => {
    const { later, after } = afterFirst(rowsOf(WRITTEN));
    const segment = { ...WHOLE, after: { ...after, recordedAt: AT + 5 } };
    expect(await problemOf(later, segment)).toMatchObject({
      position: 2,
      sentence: `The event was recorded at ${AT}, before the one ahead of it at ${AT + 5}.`,
    });
  });

  it("is wrong if it goes on with the command before it", async () => {
    const rows = tampered(({ events }) => {
      const [, two] = WRITTEN;
      if (two !== undefined) events[1] = stored({ ...two, commandId: "c1", eventId: "c1.1" });
    });
    const { later, after } = afterFirst(rows);
    expect((await problemOf(later, { ...WHOLE, after })).sentence).toContain(
      'The event is of the command "c1", whose events end with the block before.',
    );
  });

  it("is wrong if it begins at another position than after the place before it", async () => {
    const { later, after } = afterFirst(rowsOf(WRITTEN));
    const missing = { ...later, events: later.events.slice(1) };
    expect(await problemOf(missing, { ...WHOLE, after })).toEqual({
      position: 2,
      sentence: "There is no event; the next one is at position 3.",
    });
  });
});
