import { describe, expect, it } from "vitest";
import { copyOf } from "../../../accounts/item.ts";
import type { CataloguedLimited } from "../../limiteds/catalogue.ts";
import { VALUE_SOURCES, VALUE_STALE_MS } from "../../limiteds/rules.ts";
import {
  chooseCopies,
  type FreeCopy,
  joinerRange,
  refusalOfBet,
  stakesOfCopies,
  type ValueContext,
} from "./items.ts";

const free = (id: number, value: bigint, { asset = 1, serial = null as number | null } = {}): FreeCopy => ({
  copy: copyOf(asset, `c${id}`),
  serial,
  id,
  value,
  inCustody: true,
});

describe("the copies that a request means", () => {
  const mine = [
    free(1, 100n, { serial: 7 }),
    free(2, 100n),
    free(3, 100n, { serial: 900 }),
    free(4, 100n),
    free(5, 100n, { asset: 2, serial: 1 }),
  ];
  const names = (chosen: ReturnType<typeof chooseCopies>) =>
    "copies" in chosen ? chosen.copies.map((copy) => copy.split(":")[2]) : chosen.unmet;

  it("are those without a serial number first, then the highest serial numbers", () => {
    expect(names(chooseCopies([{ limitedId: 1, quantity: 4 }], mine))).toEqual(["c2", "c4", "c3", "c1"]);
    expect(names(chooseCopies([{ limitedId: 1, quantity: 1 }], mine))).toEqual(["c2"]);
  });

  it("are those of the entry that it names", () => {
    expect(names(chooseCopies([{ limitedId: 1, quantity: 1, inventoryId: 1 }], mine))).toEqual(["c1"]);
    expect(names(chooseCopies([{ limitedId: 1, quantity: 2, inventoryId: 2 }], mine))).toEqual(["c2", "c4"]);
    for (const [bet, left] of [
      [{ limitedId: 1, quantity: 2, inventoryId: 3 }, 1],
      [{ limitedId: 1, quantity: 1, inventoryId: 99 }, 0],
      [{ limitedId: 2, quantity: 1, inventoryId: 1 }, 0],
    ] as const)
      expect(names(chooseCopies([bet], mine))).toEqual({ bet, left, isRepeated: false });
  });

  it("are each staked once, and only if there are enough", () => {
    const twice = [
      { limitedId: 1, quantity: 2 },
      { limitedId: 1, quantity: 2 },
    ];
    expect(new Set(names(chooseCopies(twice, mine)) as string[]).size).toBe(4);
    const one = { limitedId: 1, quantity: 1 };
    expect(names(chooseCopies([...twice, one], mine))).toEqual({ bet: one, left: 0, isRepeated: true });
    const none = { limitedId: 3, quantity: 1 };
    expect(names(chooseCopies([none], mine))).toEqual({ bet: none, left: 0, isRepeated: false });
  });

  it("are other ones each time an entry of equal copies is named again, and none for a single one", () => {
    const alike = { limitedId: 1, quantity: 1, inventoryId: 2 };
    expect(names(chooseCopies([alike, alike], mine))).toEqual(["c2", "c4"]);
    const single = { limitedId: 1, quantity: 1, inventoryId: 1 };
    const unmet = { bet: single, left: 0, isRepeated: true };
    expect(names(chooseCopies([single, single], mine))).toEqual(unmet);
  });
});

describe("why items cannot be staked", () => {
  const bet = { limitedId: 7, quantity: 3 };
  const entry = { ...bet, inventoryId: 50 };
  const context = { isListed: true, entryOf: null, inPlay: 0 };
  const own = { ...context, entryOf: 7 };
  it.each([
    ["item_not_listed", "There is no item 7 in the catalogue.", { bet }, { ...context, isListed: false }],
    ["not_your_entry", "There is no entry 50 in your inventory.", { bet: entry }, context],
    [
      "other_item",
      "The entry 50 of your inventory is item 8, not 7.",
      { bet: entry },
      { ...own, entryOf: 8 },
    ],
    [
      "item_repeated",
      "Item 7 is named more often than you have free copies that fit.",
      { bet: entry, left: 2, isRepeated: true },
      own,
    ],
    ["item_not_owned", "You have no copy of item 7.", { bet }, context],
    [
      "items_in_play",
      "Of item 7 you have 1 free and 2 in play; 3 are asked for.",
      { bet, left: 1 },
      { ...own, inPlay: 2 },
    ],
    ["not_enough_copies", "You have 2 free of item 7; 3 are asked for.", { bet, left: 2 }, own],
  ] as const)("is said: %s", (code, detail, unmet, known) => {
    expect(refusalOfBet({ left: 0, isRepeated: false, ...unmet }, known)).toEqual({ code, detail });
  });
});

/** The basis of item 1's value, with all copies in custody. */
const valuedAt = (item: Partial<CataloguedLimited> = {}, at = 0): ValueContext => ({
  catalogue: {
    count: 1,
    items: {
      1: {
        id: 1,
        value: "12345",
        source: "median_of_daily_prices",
        valueAt: 0,
        override: null,
        past: [],
        ...item,
      },
    },
  },
  at,
  isInCustody: () => true,
});

describe("the value of items at stake", () => {
  it("is the catalogue's, and unlisted items have none", () => {
    const copy = copyOf(1, "c1");
    expect(stakesOfCopies([copy], valuedAt())).toEqual({
      stakes: [{ asset: copy, amount: "1", value: "12345", inCustody: true }],
    });
    expect(stakesOfCopies([copy], { ...valuedAt(), isInCustody: () => false })).toMatchObject({
      stakes: [{ inCustody: false }],
    });
    expect(stakesOfCopies([copy, copyOf(2, "c2")], valuedAt())).toHaveProperty(
      "refused.code",
      "items_not_listed",
    );
  });

  it("counts if it rests on enough fresh prices, or on an admin's override", () => {
    const copy = copyOf(1, "c1");
    const refusal = {
      refused: {
        code: "item_not_valued",
        detail: "Item 1 has too few recent prices to be staked. An admin can set its value.",
        facts: { limitedId: 1 },
      },
    };
    for (const source of VALUE_SOURCES) {
      const counts = source === "median_of_daily_prices";
      expect("stakes" in stakesOfCopies([copy], valuedAt({ source }))).toBe(counts);
      if (!counts) expect(stakesOfCopies([copy], valuedAt({ source }))).toEqual(refusal);
      const set = stakesOfCopies([copy], valuedAt({ source, override: "700" }));
      expect(set).toMatchObject({ stakes: [{ value: "700" }] });
    }
    expect(stakesOfCopies([copy], valuedAt({}, VALUE_STALE_MS - 1))).toHaveProperty("stakes");
    expect(stakesOfCopies([copy], valuedAt({}, VALUE_STALE_MS))).toEqual(refusal);
    expect(stakesOfCopies([copy], valuedAt({ override: "700" }, VALUE_STALE_MS))).toHaveProperty("stakes");
    expect(stakesOfCopies([copy], valuedAt({ value: "0" }))).toEqual(refusal);
  });

  it("may be a tenth more for the joiner, to the minor unit below", () => {
    expect(joinerRange(1_005n)).toEqual({ least: 1_005n, most: 1_105n });
  });
});
