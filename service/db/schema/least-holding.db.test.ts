import { expect, it } from "vitest";
import { leastHolding, MONEY } from "#domain/accounts/account.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const ACCOUNTS = [
  "house",
  "issuance",
  "platform",
  "player:p_1",
  "escrow:u_1",
  "creator-share:p_1",
  "receivable:p_1",
  "payments:stripe",
  "transit:1-x_1",
  "peer:2",
];
const ASSETS = [...MONEY, "item:1:1"];

describeEachEngine("the least holding", (engine) => {
  it("is the same in the database as in the rules, for every kind of account and asset", async () => {
    const db = await engine.fresh();
    try {
      const takes = async (account: string, asset: string, amount: bigint): Promise<boolean> => {
        const [row] = await db.query<{ may: boolean }>("select holding_may_be($1, $2, $3::bigint) as may", [
          account,
          asset,
          amount,
        ]);
        return row?.may === true;
      };
      for (const account of ACCOUNTS)
        for (const asset of ASSETS)
          for (const amount of [0n, -1n, -2n]) {
            const least = leastHolding(account, asset);
            const due = least === null || amount >= least;
            expect([account, asset, amount, await takes(account, asset, amount)]).toEqual([
              account,
              asset,
              amount,
              due,
            ]);
          }
    } finally {
      await db.close();
    }
  });
});
