import { describe, expect, it } from "vitest";
import { DAY_MS } from "#domain/kernel/time.ts";
import { aLimited, anOwned } from "#domain/testing/shown/items.ts";
import { depositPath, stakeBarOf } from "#web/features/inventory/stakeable.ts";

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const limited = aLimited({ valueAt: daysAgo(1) });

describe("a player's item", () => {
  it("can be staked from custody, and on sight only where that is allowed", () => {
    expect(stakeBarOf(anOwned({ limited }), "custody")).toBeNull();
    const onSight = anOwned({ limited, inCustody: false });
    expect(stakeBarOf(onSight, "custody")).toBe("notInCustody");
    expect(stakeBarOf(onSight, "sight")).toBeNull();
    // Until the limits are known the server decides.
    expect(stakeBarOf(onSight, undefined)).toBeNull();
  });

  it("cannot be staked while it is in play, or at a value that does not count", () => {
    expect(stakeBarOf(anOwned({ limited, inPlay: true }), "sight")).toBe("inPlay");
    for (const [valueSource, valueAt, bar] of [
      ["few_daily_prices", daysAgo(1), "notValued"],
      ["recent_average_price", daysAgo(1), "notValued"],
      ["median_of_daily_prices", daysAgo(31), "notValued"],
      ["override", daysAgo(400), null],
    ] as const)
      expect(stakeBarOf(anOwned({ limited: aLimited({ valueSource, valueAt }) }), "sight")).toBe(bar);
  });

  it("is deposited by its number in the catalogue", () => {
    expect(depositPath(12)).toBe("/deposits?item=12");
  });
});
