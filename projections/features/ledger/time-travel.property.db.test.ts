import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { balanceAsOf, positionAt } from "#projections/features/ledger/balance-as-of.ts";
import { appendMovements, type Leg } from "#projections/testing/synthetic-ledger.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";

const use = { runs: 4, msPerRun: 30_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });

const ACCOUNTS = ["player:a", "player:b", "issuance", "house"] as const;
const ASSETS = ["RBX", "TIX"] as const;

/** Money from issuance to some account, which never runs out. */
const legs = fc
  .tuple(fc.constantFrom(...ACCOUNTS), fc.constantFrom(...ASSETS), fc.bigInt({ min: 1n, max: 1_000n }))
  .filter(([account]) => account !== "issuance")
  .map(([account, asset, amount]): Leg[] => [
    [account, asset, amount],
    ["issuance", asset, -amount],
  ]);
const events = fc.array(
  fc.array(legs, { maxLength: 3 }).map((parts) => parts.flat()),
  { minLength: 1, maxLength: 40 },
);

/** An account's holdings after the first events, added up one by one, without zeros. */
function folded(
  history: readonly (readonly Leg[])[],
  account: string,
  position: number,
): Record<string, bigint> {
  const held: Record<string, bigint> = {};
  for (const [who, asset, delta] of history.slice(0, position).flat()) {
    if (who === account) held[asset] = (held[asset] ?? 0n) + delta;
  }
  return Object.fromEntries(Object.entries(held).filter(([, amount]) => amount !== 0n));
}

describeEachEngine("time travel", (engine) => {
  const agreesWithThePrefix = async (
    history: readonly Leg[][],
    moments: readonly number[],
  ): Promise<void> => {
    const db = await engine.fresh();
    try {
      await appendMovements(db, history);
      const reader = { sql: db, logId: 1 };
      for (const moment of moments) {
        // Events are a second apart, the first at second 1.
        const position = Math.min(moment, history.length);
        for (const account of ACCOUNTS) {
          const found = await balanceAsOf(reader, { account }, { position: moment });
          expect(found.position).toBe(position);
          const holdings = Object.fromEntries(found.holdings.map(({ asset, amount }) => [asset, amount]));
          expect(holdings).toEqual(folded(history, account, position));
          expect(await balanceAsOf(reader, { account }, { at: moment * 1_000 + 999 })).toEqual({
            position,
            holdings: found.holdings,
          });
        }
        const one = await balanceAsOf(reader, { account: "house", asset: "TIX" }, { position });
        expect(one.holdings.map(({ amount }) => amount)).toEqual(
          Object.entries(folded(history, "house", position)).flatMap(([asset, amount]) =>
            asset === "TIX" ? [amount] : [],
          ),
        );
      }
      expect(await positionAt(reader, 999)).toBe(0);
      expect(await positionAt(reader, 1_000)).toBe(1);
    } finally {
      await db.close();
    }
  };

  it("shows at any position, and at any instant, the sum of the events before it", async () => {
    const moments = fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 3, maxLength: 5 });
    await forAllAsyncIn(propertySettings(use))(events, moments, agreesWithThePrefix);
  });
});
