import { describe, expect, it } from "vitest";
import type { LedgerKeys } from "#domain/ledger/proof.ts";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { checkHeads } from "./heads-check.ts";

const hashOf = (number: number): string => number.toString(16).padStart(64, "0");
/** Blocks of ten events. */
const END_OF_BLOCK = 10;
const BLOCKS = 3_000;
const end = {
  ...{ position: BLOCKS * END_OF_BLOCK, recordedAt: 0, commandId: "c" },
  ...{ block: BLOCKS, hash: hashOf(BLOCKS) },
};
const publicKey = Buffer.alloc(32).toString("base64");
const keys: LedgerKeys["keys"] = [{ keyId: "h1", algorithm: "Ed25519", publicKey }];

const headOf = (number: number, change: Partial<SignedHead> = {}): SignedHead => ({
  ...{ log: "1", number, to: number * END_OF_BLOCK, hash: hashOf(number) },
  ...{ at: "2026-01-01T00:00:00.000Z", signature: Buffer.alloc(64).toString("base64"), keyId: "h1" },
  ...change,
});
/** The head of a block of another history. */
const other = (number: number) => headOf(number, { hash: "ab".repeat(32) });

async function check(heads: readonly SignedHead[]) {
  const asked: number[] = [];
  const report = await checkHeads(from(heads), {
    ...{ end, logId: 1, origin: "kept elsewhere", keys },
    verifyEd25519: async () => true,
    findBlocks: async (numbers) => {
      asked.push(numbers.length);
      const known = numbers.filter((number) => number <= BLOCKS);
      return known.map((number) => ({
        ...{ number, to: number * END_OF_BLOCK },
        hash: Buffer.from(hashOf(number), "hex"),
      }));
    },
  });
  return { ...report, asked };
}
async function* from<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}
const rewritten = (number: number, vouchedTo: number) => ({
  position: vouchedTo + 1,
  sentence: expect.stringMatching(
    new RegExp(
      `^Block ${number} is not .*between position ${vouchedTo + 1} and ${number * END_OF_BLOCK}\\.$`,
    ),
  ),
});

describe("signed heads", () => {
  it("are each compared once, a thousand at a time", async () => {
    const heads = Array.from({ length: 2_500 }, (_, n) => headOf(n + 1));
    expect(await check(heads)).toEqual({
      ...{ checked: 2_500, vouchedTo: 25_000, problem: null },
      asked: [1_000, 1_000, 500],
    });
    expect(await check(heads.slice(0, 2_000))).toMatchObject({ checked: 2_000, asked: [1_000, 1_000] });
    expect(await check([])).toEqual({ checked: 0, vouchedTo: 0, problem: null, asked: [] });
  });

  it("vouch for the log as far as the last of them, in any order", async () => {
    expect(await check([headOf(7), headOf(9), headOf(2)])).toMatchObject({ vouchedTo: 90, problem: null });
  });

  it("name the earliest wrong one, in any order, and the last right one before it", async () => {
    for (const wrong of [
      [30, 20, 40],
      [20, 30, 40],
      [40, 30, 20],
    ]) {
      const heads = [headOf(5), headOf(8), headOf(6), ...wrong.map(other), headOf(50)];
      expect(await check(heads)).toMatchObject({ checked: 7, problem: rewritten(20, 80) });
    }
    expect(await check([other(20), headOf(50)])).toMatchObject({ problem: rewritten(20, 0) });
  });

  it("of one block that contradict each other do not vouch for it", async () => {
    expect(await check([headOf(20), other(20)])).toMatchObject({ problem: rewritten(20, 0) });
  });

  it("say where their block ends, and with which hash", async () => {
    const heads = [headOf(19), headOf(20, { to: 199 })];
    expect((await check(heads)).problem?.sentence).toMatch(
      /^Block 20 is not .* between position 191 and 199/,
    );
    expect(await check([headOf(19), headOf(BLOCKS + 1)])).toMatchObject({
      problem: { position: end.position + 1, sentence: expect.stringContaining("were cut off") },
    });
  });
});
