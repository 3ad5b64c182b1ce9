import { describe, expect, it } from "vitest";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import type { ChainPlace } from "../chain-check.ts";
import { followChain, segmentsOf } from "./follow-chain.ts";
import type { Segment } from "./segment.ts";

const border: ChainPlace = { position: 4, recordedAt: 1, commandId: "c", block: 2, hash: "aa" };
const end: ChainPlace = { position: 9, recordedAt: 2, commandId: "d", block: 5, hash: "bb" };
const segments: readonly Segment[] = [
  { logId: 1, after: null, through: { position: 4, block: 2 } },
  { logId: 1, after: border, through: null },
];

/** Follows both segments with a worker by which the first one ends somewhere. */
const followedTo = (place: ChainPlace) =>
  followChain(segments, [{ follow: async ({ after }) => (after === null ? place : end) }]);

describe("a chain followed in segments", () => {
  it("ends where its last segment does", async () => {
    expect(await followedTo(border)).toEqual(end);
  });

  it.each([{ position: 3 }, { recordedAt: 2 }, { commandId: "another" }, { block: 1 }, { hash: "cc" }])(
    "is wrong if a segment ends elsewhere than the next one begins: %j",
    async (change) => {
      await expect(followedTo({ ...border, ...change })).rejects.toThrow("Segments do not join.");
    },
  );
});

/** The ends of the blocks of a log of two events a block, of which some have no row, and some no last event. */
function logOf(
  blocks: number,
  {
    withoutRow = [],
    withoutEvent = [],
  }: { withoutRow?: readonly number[]; withoutEvent?: readonly number[] } = {},
): Sql {
  const answer = (text: string, number: number): readonly Row[] => {
    if (text.includes("log_heads")) return [{ block: BigInt(blocks) }];
    if (withoutRow.includes(number)) return [];
    const event = withoutEvent.includes(number)
      ? { recordedAt: null, commandId: null }
      : { recordedAt: number, commandId: `c${number}` };
    return [{ number, position: number * 2, hash: new Uint8Array([number]), ...event }];
  };
  const query: Sql["query"] = async <R extends Row>(text: string, values: readonly unknown[] = []) =>
    answer(text, Number(values[1])) as readonly R[];
  return { query, run: ({ text, values }) => query(text, values) };
}

describe("the segments of a log", () => {
  const placeAt = (block: number): ChainPlace => ({
    ...{ position: block * 2, recordedAt: block, commandId: `c${block}`, block },
    hash: block.toString(16).padStart(2, "0"),
  });
  /** The borders of a log of 32 blocks that one worker follows: each segment begins where the previous one ends. */
  async function bordersOf(sql: Sql, blocksMin = 4): Promise<readonly number[]> {
    const found = await segmentsOf(sql, { logId: 1, workers: 1, blocksMin });
    const borders = found.slice(1).map(({ after }) => after?.block ?? 0);
    expect(found.map(({ after }) => after)).toEqual([null, ...borders.map(placeAt)]);
    const ends = borders.map((block) => ({ position: block * 2, block }));
    expect(found.map(({ through }) => through)).toEqual([...ends, null]);
    return borders;
  }

  it("are eight for each worker, or fewer of enough blocks", async () => {
    expect(await bordersOf(logOf(32))).toEqual([4, 8, 12, 16, 20, 24, 28]);
    expect(await bordersOf(logOf(32), 10)).toEqual([10, 21]);
    expect(await bordersOf(logOf(32), 33)).toEqual([]);
    expect(await bordersOf(logOf(0))).toEqual([]);
  });

  it("reach across a border whose block or last event is missing", async () => {
    const others = [4, 8, 16, 20, 24, 28];
    expect(await bordersOf(logOf(32, { withoutRow: [12] }))).toEqual(others);
    expect(await bordersOf(logOf(32, { withoutEvent: [12] }))).toEqual(others);
    expect(await bordersOf(logOf(32, { withoutRow: [28], withoutEvent: [4] }))).toEqual([8, 12, 16, 20, 24]);
  });
});
