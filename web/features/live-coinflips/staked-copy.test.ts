import { describe, expect, it } from "vitest";
import { minor } from "#domain/kernel/money.ts";
import { anOwned } from "#domain/testing/shown/items.ts";
import {
  betItemsOf,
  copiesIn,
  fitOf,
  pickedFor,
  valueOfCopies,
} from "#web/features/live-coinflips/staked-copy.ts";

const three = anOwned({ id: 1, serialNumber: null, quantity: 3, itemValue: "40.00" });
const one = anOwned({ id: 2, serialNumber: 9, itemValue: "100.00" });
const copies = copiesIn([three, one]);

describe("the copies of an inventory", () => {
  it("are separate entries, each sent with quantity 1", () => {
    expect(copies.map(({ key }) => key)).toEqual(["1-1", "1-2", "1-3", "2-1"]);
    expect(valueOfCopies(copies)).toBe(minor("220.00"));
    expect(betItemsOf(copies.slice(2))).toEqual([
      { limitedId: 1029025, quantity: 1, inventoryId: 1 },
      { limitedId: 1029025, quantity: 1, inventoryId: 2 },
    ]);
  });

  it("match from the creator's value to a tenth above it", () => {
    const values = (creators: string) => fitOf(copies.slice(3), minor(creators)).fits;
    expect([values("100.00"), values("90.91"), values("100.01"), values("90.90")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("are picked as by the site, never one in play", () => {
    const picked = pickedFor(copies, minor("79.00"));
    expect("picked" in picked && picked.picked.map(({ key }) => key)).toEqual(["1-1", "1-2"]);
    const busy = copiesIn([three, anOwned({ id: 2, itemValue: "100.00", inPlay: true })]);
    expect(pickedFor(busy, minor("100.00"))).toEqual({ missing: minor("20.00") });
  });
});
