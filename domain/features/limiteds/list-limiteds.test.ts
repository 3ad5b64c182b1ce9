import { describe, expect, it } from "vitest";
import { copyOf } from "../../accounts/item.ts";
import { minor } from "../../kernel/money.ts";
import { type Decide, given, NOON } from "../../testing/given.ts";
import { catalogueStreamKind, emptyCatalogue, evolveCatalogue, limitedOf, valueOfCopy } from "./catalogue.ts";
import { catalogueStream, limitedsListed, limitedsValued } from "./events.ts";
import { type ListAnswer, listLimiteds, type ToldLimited } from "./list-limiteds.ts";
import {
  LIMITEDS_MAX,
  LIMITEDS_PER_COMMAND_MAX,
  marketValueOf,
  rarityOf,
  VALUE_FRESH_MS,
  VALUE_MAX,
} from "./rules.ts";

const helm: ToldLimited = {
  assetId: 1365767,
  name: "Valkyrie Helm",
  description: "Golden",
  assetType: 8,
  value: "5000",
  source: "median_of_daily_prices",
  valueAt: NOON,
};
const crown: ToldLimited = { ...helm, assetId: 1031429, name: "Domino Crown" };

const told =
  (...items: readonly ToldLimited[]): Decide<ListAnswer> =>
  (log) =>
    listLimiteds(items, log.stream(catalogueStreamKind, catalogueStream));

const valuedAt = (value: string, valueAt: number): ToldLimited => ({ ...helm, value, valueAt });

describe("listing items", () => {
  it("lists new ones under the next numbers, each once", () => {
    given(limitedsListed([{ ...helm, id: 1 }]))
      .when(told(crown, { ...helm, assetId: 7 }, crown))
      .then(
        limitedsListed([
          { ...crown, id: 2 },
          { ...helm, assetId: 7, id: 3 },
        ]),
      )
      .answers({ listed: 2, valued: 0 });
  });

  it("adds nothing the second time", () => {
    given(limitedsListed([{ ...helm, id: 1 }])).refuses(told(helm), "catalogue_unchanged");
  });

  it("updates the value of a known one when it differs", () => {
    const { value, source, assetId } = { ...helm, value: "5001" };
    given(limitedsListed([{ ...helm, id: 1 }]))
      .when(told(valuedAt("5001", NOON + 1)))
      .then(limitedsValued([{ assetId, value, source, valueAt: NOON + 1 }]));
  });

  it("records an unchanged value again only once it is old", () => {
    const before = limitedsListed([{ ...helm, id: 1 }]);
    given(before).refuses(told(valuedAt("5000", NOON + VALUE_FRESH_MS - 1)), "catalogue_unchanged");
    given(before).answers(told(valuedAt("5000", NOON + VALUE_FRESH_MS)), { listed: 0, valued: 1 });
  });

  it("does not replace a newer value by an older one", () => {
    given(limitedsListed([{ ...helm, id: 1 }])).refuses(told(valuedAt("1", NOON - 1)), "catalogue_unchanged");
  });

  it("is recorded in events of a hundred items at most", () => {
    const many = Array.from({ length: 250 }, (_, n) => ({ ...helm, assetId: n + 1 }));
    const decision = listLimiteds(many, emptyCatalogue);
    if (!("events" in decision)) throw new Error("It is accepted");
    expect(decision.events.map(({ payload }) => (payload.items as object[]).length)).toEqual([100, 100, 50]);
  });

  it("lists as many new ones as there is room for, and is refused without room", () => {
    const many = Array.from({ length: 2 }, (_, n) => ({ ...helm, assetId: n + 1 }));
    expect(listLimiteds(many, { count: LIMITEDS_MAX - 1, items: {} })).toMatchObject({
      events: [{ payload: { items: [{ assetId: 1, id: LIMITEDS_MAX }] } }],
      answer: { listed: 1, valued: 0 },
    });
    for (const count of [LIMITEDS_MAX, LIMITEDS_MAX + 1])
      expect(listLimiteds(many, { count, items: {} })).toMatchObject({ refused: { code: "catalogue_full" } });
  });

  it("updates known items of a full catalogue when new ones come with them", () => {
    const listed = evolveCatalogue(emptyCatalogue, {
      ...limitedsListed([{ ...helm, id: 1 }]),
      recordedAt: NOON,
    });
    const full = { ...listed, count: LIMITEDS_MAX };
    const decision = listLimiteds([crown, valuedAt("6000", NOON + 1)], full);
    const values = [{ assetId: helm.assetId, value: "6000", source: helm.source, valueAt: NOON + 1 }];
    expect(decision).toMatchObject({ events: [limitedsValued(values)], answer: { listed: 0, valued: 1 } });
  });

  it("fails on more items than one command may list", () => {
    const over = Array.from({ length: LIMITEDS_PER_COMMAND_MAX + 1 }, () => helm);
    expect(() => listLimiteds(over, emptyCatalogue)).toThrow("at most");
  });
});

describe("the catalogue", () => {
  const at = <E extends object>(event: E) => ({ ...event, recordedAt: NOON });
  const listed = evolveCatalogue(emptyCatalogue, at(limitedsListed([{ ...helm, id: 1 }])));

  it("knows a copy's value as of the decision, and nothing of unlisted items", () => {
    expect(valueOfCopy(listed, copyOf(1365767, "1"))).toBe(5000n);
    expect(valueOfCopy(listed, copyOf(9, "1"))).toBeNull();
    const raised = evolveCatalogue(
      listed,
      at(
        limitedsValued([
          { assetId: 1365767, value: "6000", source: "recent_average_price", valueAt: NOON + 1 },
        ]),
      ),
    );
    expect(limitedOf(raised, 1365767)).toEqual({
      id: 1,
      value: "6000",
      source: "recent_average_price",
      valueAt: NOON + 1,
      override: null,
      past: [{ value: "5000", until: NOON }],
    });
    expect(valueOfCopy(listed, copyOf(1365767, "1"))).toBe(5000n);
  });

  it("ignores the value of an unlisted item", () => {
    const values = [{ assetId: 9, value: "1", source: "original_price", valueAt: NOON }] as const;
    expect(evolveCatalogue(listed, at(limitedsValued(values)))).toEqual(listed);
  });
});

describe("an item's value", () => {
  const none = { daily: [], recentAverage: null, original: null };

  it("is the median of the newest thirty daily prices, which outliers do not move", () => {
    const daily = [
      ...Array.from({ length: 28 }, () => 100),
      1_000_000,
      1_000_000,
      ...Array.from({ length: 90 }, () => 7),
    ];
    expect(marketValueOf({ ...none, daily })).toEqual({
      value: minor("100.00"),
      source: "median_of_daily_prices",
    });
    const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(marketValueOf({ ...none, daily: ten })).toEqual({
      value: minor("5.50"),
      source: "median_of_daily_prices",
    });
  });

  it("is marked as resting on few daily prices if there are fewer than ten", () => {
    for (const count of [5, 9])
      expect(marketValueOf({ ...none, daily: Array.from({ length: count }, () => 3) })).toEqual({
        value: minor("3.00"),
        source: "few_daily_prices",
      });
  });

  it("is the platform's average if there are too few daily prices, else the first price, else unknown", () => {
    expect(marketValueOf({ daily: [1, 1, 1, 1], recentAverage: 120, original: 50 })).toEqual({
      value: minor("120.00"),
      source: "recent_average_price",
    });
    expect(marketValueOf({ ...none, original: 50 })).toEqual({
      value: minor("50.00"),
      source: "original_price",
    });
    expect(marketValueOf(none)).toBeNull();
    expect(marketValueOf({ daily: [0, -1, 0.5], recentAverage: -3, original: 0 })).toBeNull();
  });

  it("counts for no more than the highest value there is", () => {
    expect(marketValueOf({ ...none, recentAverage: 2 ** 50 })?.value).toBe(VALUE_MAX);
  });

  it.each([
    ["9999.99", "common"],
    ["10000.00", "rare"],
    ["99999.99", "rare"],
    ["100000.00", "epic"],
    ["999999.99", "epic"],
    ["1000000.00", "legendary"],
  ])("makes an item of %s %s", (value, rarity) => {
    expect(rarityOf(minor(value))).toBe(rarity);
  });
});
