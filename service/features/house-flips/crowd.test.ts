import fc from "fast-check";
import { expect, it } from "vitest";
import { formatMinor } from "#domain/kernel/money.ts";
import { forAll } from "#domain/testing/properties/for-all.ts";
import { momentOf, repeatableChance } from "#service/lab/testing/crowd.ts";
import { nextFlip } from "./crowd.ts";

it("stakes at most a hundredth of a balance, the minimum of a low one, and nothing of the last 25.00", () => {
  forAll(fc.bigInt({ min: 0n, max: 100_000_00n }), fc.integer(), (held, seed) => {
    const balances = { rbxBalance: formatMinor(held), tixBalance: formatMinor(held) };
    const flip = nextFlip(momentOf(balances, repeatableChance(seed)));
    expect(flip === null).toBe(held < 25_00n);
    if (flip === null) return;
    const { betAmount } = flip.body as { betAmount: number };
    expect(betAmount === 1 || BigInt(betAmount * 100) * 100n <= held).toBe(true);
  });
});
