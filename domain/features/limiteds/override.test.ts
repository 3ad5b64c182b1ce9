import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor } from "../../kernel/money.ts";
import { actorIn, DORA, people, ROOT } from "../../testing/deposits.ts";
import { type GivenEvent, GivenLog, given, NOON } from "../../testing/given.ts";
import { CROWN, catalogued, HAT } from "../../testing/items.ts";
import { ALICE } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { proposedBy } from "../../testing/proposals.ts";
import { valueActs } from "./acts.ts";
import { catalogueStreamKind, emptyCatalogue, evolveCatalogue, limitedOf, valueOfCopy } from "./catalogue.ts";
import {
  type CatalogueEvent,
  catalogueStream,
  limitedsValued,
  limitedValueOverridden,
  limitedValueOverrideLifted,
} from "./events.ts";
import { changesByMoreThanHalf, isNear, liftOverride, overrideValue } from "./override.ts";
import { OVERRIDE_MAX, OVERRIDE_MIN } from "./rules.ts";

const act = { reason: "A bought sale", assetId: 101 };
const groundIn = (log: GivenLog, actorId: string) => ({
  actor: actorIn(log, actorId),
  catalogue: log.stream(catalogueStreamKind, catalogueStream),
});
const overrides =
  (value: bigint, { actorId = ROOT, assetId = 101 } = {}) =>
  (log: GivenLog) =>
    overrideValue({ ...act, actorId, assetId, value }, groundIn(log, actorId));
const lifts =
  ({ actorId = ROOT, assetId = 101 } = {}) =>
  (log: GivenLog) =>
    liftOverride({ ...act, actorId, assetId }, groundIn(log, actorId));

const overridden = (value: string) => limitedValueOverridden({ ...act, by: ROOT, value, confirmedBy: null });
const lifted = limitedValueOverrideLifted({ ...act, by: ROOT, confirmedBy: null });
const valued = (value: string, after = 1) =>
  limitedsValued([{ assetId: 101, value, source: "recent_average_price", valueAt: NOON + after }]);
const before: readonly GivenEvent[] = [...people, catalogued];

describe("a value that admins set", () => {
  const DAY_MS = 24 * 3_600_000;
  const itemAfter = (...events: readonly GivenEvent[]) => {
    const log = new GivenLog();
    log.append(events);
    const item = limitedOf(log.stream(catalogueStreamKind, catalogueStream), 101);
    if (item === null) throw new Error("It is in the catalogue");
    return item;
  };
  const setLongAgo = { ...overridden("20000"), recordedAt: NOON - 2 * DAY_MS };

  it("differs by more than half if it does so from the market's value, long after the market's was in force", () => {
    const item = itemAfter({ ...catalogued, recordedAt: NOON - 3 * DAY_MS }, setLongAgo);
    expect(changesByMoreThanHalf(21_000n, item, NOON)).toBe(true);
    expect(changesByMoreThanHalf(5_001n, item, NOON)).toBe(true);
  });

  it("may be half of each of them, and no minor unit more or less", () => {
    const item = itemAfter({ ...catalogued, recordedAt: NOON - 3 * DAY_MS });
    for (const [value, is] of [
      [2_499n, true],
      [2_500n, false],
      [7_500n, false],
      [7_501n, true],
    ] as const)
      expect(changesByMoreThanHalf(value, item, NOON)).toBe(is);
  });

  it("moved by a tenth at most while a change waits is near", () => {
    for (const [now, is] of [
      [899n, false],
      [900n, true],
      [1_100n, true],
      [1_101n, false],
    ] as const)
      expect(isNear(now, 1_000n)).toBe(is);
  });
});

describe("the value of an item", () => {
  it("is set by an admin, with name and reason, and lifted again", () => {
    for (const actorId of [ROOT, DORA]) {
      given(...before)
        .when(overrides(minor("70.00"), { actorId }))
        .then({
          type: "LimitedValueOverridden",
          schemaVersion: 2,
          stream: "limiteds:catalogue",
          payload: { by: actorId, reason: "A bought sale", assetId: 101, value: "7000", confirmedBy: null },
          postings: [],
        })
        .answers({ assetId: 101, value: "7000" });
      given(...before, overridden("7000"))
        .when(lifts({ actorId }))
        .then({
          type: "LimitedValueOverrideLifted",
          schemaVersion: 2,
          stream: "limiteds:catalogue",
          payload: { by: actorId, reason: "A bought sale", assetId: 101, confirmedBy: null },
          postings: [],
        })
        .answers({ assetId: 101, value: "5000" });
    }
  });

  it("is set and lifted by nobody else", () => {
    for (const actorId of [ALICE, "p_nobody"]) {
      given(...before).refuses(overrides(7_000n, { actorId }), "forbidden");
      given(...before, overridden("7000")).refuses(lifts({ actorId }), "forbidden");
    }
  });

  it("stays within its bounds", () => {
    for (const value of [OVERRIDE_MIN, OVERRIDE_MAX])
      given(...before).answers(overrides(value), { value: String(value) });
    for (const value of [OVERRIDE_MIN - 1n, OVERRIDE_MAX + 1n, 0n, 2n ** 63n])
      given(...before).refuses(overrides(value), "value_out_of_range", "A value is 1.00 to 100000000.00.");
  });

  it("can be set for listed items only", () => {
    for (const assetId of [103, 0]) {
      given(...before).refuses(overrides(7_000n, { assetId }), "unknown_limited");
      given(...before).refuses(lifts({ assetId }), "unknown_limited");
    }
  });

  it("cannot be set to its present value, nor lifted unless set; another may follow at once", () => {
    given(...before, overridden("7000")).refuses(overrides(7_000n), "override_unchanged");
    given(...before, overridden("7000")).answers(overrides(7_001n), { value: "7001" });
    given(...before).refuses(lifts(), "not_overridden");
    given(...before, overridden("7000"), lifted).refuses(lifts(), "not_overridden");
    given(...before).answers(overrides(5_000n), { value: "5000" });
  });

  it("returns to the newest market value when it is lifted", () => {
    given(...before, overridden("7000"), valued("6000"), valued("6500", 2))
      .when(lifts())
      .answers({ value: "6500" });
  });
});

describe("the value that counts for stakes", () => {
  const catalogueOf = (...events: readonly unknown[]) =>
    (events as CatalogueEvent[]).reduce(
      (catalogue, event) => evolveCatalogue(catalogue, { ...event, recordedAt: NOON }),
      emptyCatalogue,
    );

  it("is the override, whatever the market says meanwhile, and for other items the market's", () => {
    const set = catalogueOf(catalogued, overridden("7000"), valued("1"));
    expect(valueOfCopy(set, HAT)).toBe(7_000n);
    expect(valueOfCopy(set, CROWN)).toBe(100_000n);
    expect(valueOfCopy(evolveCatalogue(set, { ...lifted, recordedAt: NOON }), HAT)).toBe(1n);
  });

  it("is the last override that was not lifted, else the last market value", () => {
    const worth = fc.bigInt({ min: OVERRIDE_MIN, max: OVERRIDE_MAX }).map(String);
    const step = fc.oneof(
      worth.map((value) => ({ event: overridden(value), value })),
      worth.map((value) => ({ event: valued(value), value })),
      fc.constant({ event: lifted, value: "" }),
    );
    forAll(fc.array(step, { maxLength: 20 }), (steps) => {
      const types = steps.map(({ event }) => event.type);
      const ofMarket = steps.findLast(({ event }) => event.type === "LimitedsValued")?.value ?? "5000";
      const [said, unsaid] = ["LimitedValueOverridden", "LimitedValueOverrideLifted"].map((type) =>
        types.lastIndexOf(type as (typeof types)[number]),
      ) as [number, number];
      const due = said > unsaid ? steps[said]?.value : ofMarket;
      const found = catalogueOf(catalogued, ...steps.map(({ event }) => event));
      expect(String(valueOfCopy(found, HAT))).toBe(due);
    });
  });
});

describe("the second admin of an item's value", () => {
  const logOf = (...events: readonly GivenEvent[]): GivenLog => {
    const log = new GivenLog();
    log.append([...before, valued("1000"), ...events]);
    return log;
  };

  it("sees what the item counts for and what it would, in RBX", () => {
    const { wanted } = valueActs.overrideLimitedValue;
    const asked = wanted({ params: { assetId: 101 }, body: { value: 1234.5, reason: "r" } });
    expect(asked).toEqual({ assetId: 101, value: "123450" });
    expect(proposedBy(ROOT, { kind: "override_value", ...asked }, logOf())).toEqual({
      ...{ kind: "override_value", assetId: 101, item: "Hat" },
      ...{ from: "10.00", to: "1234.50" },
    });
  });

  it("sees the market's value where the override ends", () => {
    expect(proposedBy(ROOT, { kind: "lift_override", assetId: 101 }, logOf(overridden("20007")))).toEqual({
      ...{ kind: "lift_override", assetId: 101, item: "Hat" },
      ...{ from: "200.07", to: "10.00" },
    });
  });

  it("is answered the value in RBX", () => {
    for (const { answer } of Object.values(valueActs))
      expect(answer?.({ assetId: 101, value: "20007" })).toEqual({ assetId: 101, value: "200.07" });
  });
});
