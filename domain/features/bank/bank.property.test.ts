import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { house, platform, playerAccount } from "../../accounts/account.ts";
import type { Side } from "../../fairness/st1.ts";
import { formatMinor, minor } from "../../kernel/money.ts";
import { flipForItems, worth } from "../../testing/bot-flips.ts";
import { GivenLog } from "../../testing/given.ts";
import { HAT, handedOver } from "../../testing/items.ts";
import { ALICE, banked, enriched, flip, registered } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { standInSeeds } from "../../testing/seeds.ts";
import { set, settingsIn } from "../../testing/settings.ts";
import { bankLimitsOf } from "./settings.ts";

const side = fc.constantFrom<Side>("rbx", "tix");
const stake = fc.bigInt({ min: 100n, max: 10_000_000n });
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("flip" as const), side, stake }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("bot" as const), side, stake }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("set" as const),
      bankRisk: fc.bigInt({ min: 1n, max: 1_000n }),
      bankFloor: fc.bigInt({ min: 0n, max: 3_000_000n }),
    }),
  },
);

describe("the bank, under any bets and settings", () => {
  it("never falls below zero, never loses more than its share at once, and reports every fall", () => {
    forAll(
      fc.bigInt({ min: 0n, max: 20_000_000n }),
      fc.array(fc.tuple(act, side), { maxLength: 40 }),
      (funds, acts) => {
        let result: Side = "rbx";
        const log = new GivenLog(standInSeeds(() => result));
        log.append([banked(formatMinor(funds)), registered(), enriched(minor("9000000.00"))]);
        log.append([handedOver(platform, playerAccount(ALICE), HAT)]);
        for (const [one, drawn] of acts) {
          if (one.do === "set") {
            log.append([set({ bankRisk: String(one.bankRisk), bankFloor: String(one.bankFloor) })]);
            continue;
          }
          result = drawn;
          const decide =
            one.do === "flip"
              ? flip(one.side, one.stake)
              : flipForItems(worth(String(one.stake), HAT), { side: one.side });
          const asset = one.do === "flip" && one.side === "tix" ? "TIX" : "RBX";
          const before = log.holding(house, asset);
          const { risk, floor } = bankLimitsOf(settingsIn(log));
          const decision = decide(log);
          if ("refused" in decision) continue;
          log.append(decision.events);
          const after = log.holding(house, asset);
          expect(after).toBeGreaterThanOrEqual(0n);
          expect(before).toBeGreaterThanOrEqual(floor);
          expect((before - after) * 10_000n).toBeLessThanOrEqual(before * risk);
          const falls = decision.events.filter(({ type }) => type === "BankFellBelowFloor");
          expect(falls).toHaveLength(after < floor ? 1 : 0);
          // A lost copy comes back, so that the next game has one.
          if (log.holding(house, HAT) === 1n) log.append([handedOver(house, playerAccount(ALICE), HAT)]);
        }
      },
    );
  });
});
