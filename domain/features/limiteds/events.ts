import { z } from "zod";
import type { StreamName } from "../../kernel/events/event.ts";
import { anyOf, defineEvent, type EventOf, type Immutable } from "../../kernel/events/event-definition.ts";
import {
  adminAct,
  confirmedBy,
  confirmedByNobody,
  moneyMinorText,
  whole,
} from "../../kernel/events/payload.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { VALUE_SOURCES } from "./rules.ts";

/** What an item is worth, since when, and says who; the value in minor units of RBX. */
const valueShape = {
  value: moneyMinorText,
  source: z.enum(VALUE_SOURCES),
  /** When it was asked for, in milliseconds. */
  valueAt: whole,
};

const listedLimited = z.strictObject({
  ...valueShape,
  /** Its number in the catalogue, from 1. */
  id: whole,
  /** Its number at the platform. */
  assetId: whole,
  name: z.string(),
  description: z.string(),
  /** The platform's number of its kind, such as 8 for a hat. */
  assetType: whole,
});
/** An item as the catalogue lists it. */
export type ListedLimited = Immutable<z.infer<typeof listedLimited>>;

const newValue = z.strictObject({ ...valueShape, assetId: whole });

/** The one stream of the catalogue: what an item is worth is decided upon as of the head, like any balance. */
export const catalogueStream: StreamName = "limiteds:catalogue";

// Version 1 of both events named a median of five daily prices or more as version 2 names one of ten or more. How many
// prices an older value rests on is not known, so it counts as a median of few.
const ofFewPrices = (value: JsonObject): JsonObject =>
  value.source === "median_of_daily_prices" ? { ...value, source: "few_daily_prices" } : value;
const withFewPrices =
  (list: "items" | "values") =>
  (payload: JsonObject): JsonObject => ({
    ...payload,
    [list]: (payload[list] as readonly JsonObject[]).map(ofFewPrices),
  });

const live = { everybody: ["limiteds"] } as const;
const value = { value: "100000", source: "median_of_daily_prices", valueAt: 1_767_268_800_000 } as const;
const act = { by: "p_root", reason: "The market is too thin.", confirmedBy: "p_dora" };

/** Items came into the catalogue. */
export const limitedsListed = defineEvent({
  type: "LimitedsListed",
  version: 2,
  payload: z.strictObject({ items: z.array(listedLimited) }),
  upcasters: [withFewPrices("items")],
  record: (items: readonly ListedLimited[]) => ({ streams: [catalogueStream], payload: { items } }),
  live,
  example: [[{ ...value, id: 1, assetId: 101, name: "A hat", description: "It is red.", assetType: 8 }]],
});

/** Items of the catalogue were revalued. */
export const limitedsValued = defineEvent({
  type: "LimitedsValued",
  version: 2,
  payload: z.strictObject({ values: z.array(newValue) }),
  upcasters: [withFewPrices("values")],
  record: (values: readonly Immutable<z.infer<typeof newValue>>[]) => ({
    streams: [catalogueStream],
    payload: { values },
  }),
  live,
  example: [[{ ...value, assetId: 101 }]],
});
export type LimitedsValued = EventOf<typeof limitedsValued>;

/** An admin set what an item counts for, in place of what the market says. */
export const limitedValueOverridden = defineEvent({
  type: "LimitedValueOverridden",
  version: 2,
  payload: z.strictObject({ ...adminAct, confirmedBy, assetId: whole, value: moneyMinorText }),
  upcasters: [confirmedByNobody],
  record: (payload) => ({ streams: [catalogueStream], payload }),
  live,
  example: [{ ...act, assetId: 101, value: "90000" }],
});

/** An admin let an item count for what the market says again. */
export const limitedValueOverrideLifted = defineEvent({
  type: "LimitedValueOverrideLifted",
  version: 2,
  payload: z.strictObject({ ...adminAct, confirmedBy, assetId: whole }),
  upcasters: [confirmedByNobody],
  record: (payload) => ({ streams: [catalogueStream], payload }),
  live,
  example: [{ ...act, assetId: 101 }],
});

export const catalogueEvents = [
  limitedsListed,
  limitedsValued,
  limitedValueOverridden,
  limitedValueOverrideLifted,
] as const;
export const isCatalogueEvent = anyOf(...catalogueEvents);
export type CatalogueEvent = EventOf<(typeof catalogueEvents)[number]>;
