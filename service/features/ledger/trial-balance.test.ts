import { describe, expect, it } from "vitest";
import { trialBalanceOf } from "./trial-balance.ts";

describe("a trial balance", () => {
  it("adds up the holdings of each kind of account, asset by asset", () => {
    const rows = trialBalanceOf([
      { account: "issuance", asset: "TIX", amount: -500n },
      { account: "player:p_1", asset: "TIX", amount: 500n },
      { account: "issuance", asset: "RBX", amount: -1_000n },
      { account: "house", asset: "RBX", amount: 600n },
      { account: "player:p_1", asset: "RBX", amount: 250n },
      { account: "player:p_2", asset: "RBX", amount: 50n },
      { account: "escrow:g_1", asset: "RBX", amount: 70n },
      { account: "creator-share:c_1", asset: "RBX", amount: 40n },
      { account: "receivable:p_2", asset: "RBX", amount: -10n },
    ]);
    expect(rows).toEqual([
      {
        asset: "RBX",
        parts: {
          issued: 1_000n,
          players: 300n,
          escrow: 70n,
          house: 590n,
          creators: 40n,
          transit: 0n,
          peers: 0n,
        },
        sum: 0n,
      },
      {
        asset: "TIX",
        parts: { issued: 500n, players: 500n, escrow: 0n, house: 0n, creators: 0n, transit: 0n, peers: 0n },
        sum: 0n,
      },
    ]);
  });

  it("counts providers' holdings as issued, and shows a debt left by a charge-back", () => {
    const rows = trialBalanceOf([
      { account: "payments:stripe", asset: "USD", amount: -950n },
      { account: "player:p_1", asset: "USD", amount: 1_000n },
      { account: "receivable:p_2", asset: "USD", amount: -100n },
      { account: "house", asset: "USD", amount: 50n },
    ]);
    expect(rows).toEqual([
      {
        asset: "USD",
        parts: {
          issued: 950n,
          players: 1_000n,
          escrow: 0n,
          house: -50n,
          creators: 0n,
          transit: 0n,
          peers: 0n,
        },
        sum: 0n,
      },
    ]);
  });

  it("counts copies of items together", () => {
    const rows = trialBalanceOf([
      { account: "platform", asset: "item:1:1", amount: -1n },
      { account: "platform", asset: "item:1:2", amount: -1n },
      { account: "player:p_1", asset: "item:1:1", amount: 1n },
      { account: "escrow:g_1", asset: "item:1:2", amount: 1n },
    ]);
    expect(rows).toEqual([
      {
        asset: "items",
        parts: { issued: 2n, players: 1n, escrow: 1n, house: 0n, creators: 0n, transit: 0n, peers: 0n },
        sum: 0n,
      },
    ]);
  });

  it("shows an imbalance", () => {
    expect(trialBalanceOf([{ account: "house", asset: "RBX", amount: 5n }])[0]?.sum).toBe(5n);
    expect(trialBalanceOf([])).toEqual([]);
  });
});
