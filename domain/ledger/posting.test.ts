import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Account,
  type Asset,
  house,
  issuance,
  leastHolding,
  paymentsAccount,
  platform,
  playerAccount,
} from "../accounts/account.ts";
import { forAll, forAllIn } from "../testing/properties/for-all.ts";
import { isBalanced, move, type Posting } from "./posting.ts";

const accounts: readonly Account[] = [
  "house",
  "issuance",
  "platform",
  "player:p_1",
  "player:p_2",
  "escrow:g_1",
];
const assets: readonly Asset[] = ["RBX", "TIX", "item:1:1", "item:1:2"];
const amount = fc.bigInt({ min: 0n, max: 2n ** 62n });
const moves = fc.array(
  fc
    .record({
      from: fc.constantFrom(...accounts),
      to: fc.constantFrom(...accounts),
      asset: fc.constantFrom(...assets),
      amount,
    })
    .filter(({ from, to }) => from !== to),
  { maxLength: 6 },
);

/** Balance by definition. */
const sumsAreZero = (postings: readonly Posting[]): boolean =>
  assets.every(
    (asset) => postings.filter((leg) => leg.asset === asset).reduce((sum, leg) => sum + leg.delta, 0n) === 0n,
  );

describe("a move", () => {
  it("takes from one account what it gives to another", () => {
    expect(move({ from: playerAccount("p_1"), to: house, asset: "RBX", amount: 1_000n })).toEqual([
      { account: "player:p_1", asset: "RBX", delta: -1_000n },
      { account: "house", asset: "RBX", delta: 1_000n },
    ]);
  });

  it("of nothing has no legs", () => {
    expect(move({ from: issuance, to: house, asset: "TIX", amount: 0n })).toEqual([]);
  });

  it("goes neither backwards nor in a circle", () => {
    expect(() => move({ from: issuance, to: house, asset: "RBX", amount: -1n })).toThrow("not negative");
    expect(() => move({ from: house, to: house, asset: "RBX", amount: 1n })).toThrow("two accounts");
  });
});

describe("postings", () => {
  it("made of moves balance, however many", () => {
    forAll(moves, (list) => {
      const postings = list.flatMap((one) => move(one));
      expect(isBalanced(postings)).toBe(true);
      expect(sumsAreZero(postings)).toBe(true);
    });
  });

  it("balance exactly when every asset sums to zero", () => {
    const leg = fc.record({
      account: fc.constantFrom(...accounts),
      asset: fc.constantFrom(...assets),
      delta: fc.constantFrom(-3n, -2n, -1n, 1n, 2n, 3n),
    });
    forAllIn({ numRuns: 2_000 })(fc.array(leg, { maxLength: 5 }), (postings) => {
      expect(isBalanced(postings)).toBe(sumsAreZero(postings));
    });
  });

  it("do not balance across assets", () => {
    const legs: Posting[] = [
      { account: house, asset: "RBX", delta: 5n },
      { account: issuance, asset: "TIX", delta: -5n },
    ];
    expect(isBalanced(legs)).toBe(false);
  });

  it("of nothing balance", () => {
    expect(isBalanced([])).toBe(true);
  });
});

describe("the least holding", () => {
  it("is zero for players, escrow, shares and debts, in every asset", () => {
    for (const account of ["player:p_1", "escrow:g_1", "creator-share:c_1", "receivable:p_1"]) {
      for (const asset of assets) expect(leastHolding(account, asset)).toBe(0n);
    }
  });

  it("is without limit only where currencies come from and where the house risks them", () => {
    for (const account of [issuance, house]) {
      expect(leastHolding(account, "RBX")).toBeNull();
      expect(leastHolding(account, "TIX")).toBeNull();
      expect(leastHolding(account, "item:1:1")).toBe(0n);
    }
  });

  it("lets the platform owe one of each copy, and no currency", () => {
    expect(leastHolding(platform, "item:1:1")).toBe(-1n);
    expect(leastHolding(platform, "RBX")).toBe(0n);
  });

  it("is without limit in dollars only where they come from and on the house's own side, debts included", () => {
    for (const account of [paymentsAccount("stripe"), house, "receivable:p_1"])
      expect(leastHolding(account, "USD")).toBeNull();
    for (const account of [
      issuance,
      platform,
      "player:p_1",
      "escrow:p_1",
      "creator-share:p_1",
      "payments",
      "payments:",
    ])
      expect(leastHolding(account, "USD")).toBe(0n);
    expect(leastHolding(paymentsAccount("stripe"), "RBX")).toBe(0n);
  });

  it("is zero for an unknown account or asset", () => {
    expect(leastHolding("nobody", "RBX")).toBe(0n);
    expect(leastHolding("house", "rbx")).toBe(0n);
  });
});
