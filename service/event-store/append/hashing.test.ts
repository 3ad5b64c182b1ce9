import fc from "fast-check";
import { expect, it } from "vitest";
import { chainHashing, leafOf, rootOf } from "./hashing.ts";

it("makes the Merkle root of the definition, for trees of every size", () => {
  const leaves = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 600 });
  fc.assert(
    fc.property(leaves, (all) => {
      const whole = Buffer.concat(all);
      expect(Buffer.from(chainHashing.root(whole))).toEqual(Buffer.from(rootOf(all)));
      expect(whole).toEqual(Buffer.concat(all));
    }),
    {
      numRuns: 60,
      examples: [1, 2, 3, 5, 511, 512].map((size) => [Array(size).fill(Buffer.alloc(32, size))]),
    },
  );
});

it("makes the leaf that the verifier checks", () => {
  const columns = {
    log: 1,
    stream: "player:p_é",
    version: 3,
    type: "CoinFlipped",
    schemaVersion: 1,
    eventId: "cmd_1.0",
    commandId: "cmd_1",
    actor: "player:p_é",
    recordedAt: 1_700_000_000_000,
    payload: '{"a":"ü"}',
    postings: [{ account: "house", asset: "RBX", delta: -5n }],
  } as const;
  expect(Buffer.from(chainHashing.leaf(columns), "latin1")).toEqual(leafOf(columns));
});
