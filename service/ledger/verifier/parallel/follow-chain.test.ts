import { describe, expect, it } from "vitest";
import type { ChainPlace } from "../chain-check.ts";
import { followChain } from "./follow-chain.ts";
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
