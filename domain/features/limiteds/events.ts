import type { NewEvent, StreamName } from "../../kernel/event.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { ValueSource } from "./rules.ts";

/** What an item is worth, since when, and says who; the value in minor units of RBX as text. */
export type LimitedValue = {
  readonly value: string;
  readonly source: ValueSource;
  /** When it was asked for, in milliseconds. */
  readonly valueAt: number;
};

/** An item as the catalogue lists it. */
export type ListedLimited = LimitedValue & {
  /** Its number in the catalogue, from 1. */
  readonly id: number;
  /** Its number at the platform. */
  readonly assetId: number;
  readonly name: string;
  readonly description: string;
  /** The platform's number of its kind, such as 8 for a hat. */
  readonly assetType: number;
};

/** Items came into the catalogue. */
export type LimitedsListed = NewEvent<"LimitedsListed", { readonly items: readonly ListedLimited[] }>;

/** Items of the catalogue were valued anew. */
export type LimitedsValued = NewEvent<
  "LimitedsValued",
  { readonly values: readonly (LimitedValue & { readonly assetId: number })[] }
>;

/** Who confirmed what another proposed; null where one was enough. */
type Confirmed = { readonly confirmedBy: string | null };

/** An admin set what an item counts for, in place of what the market says; the value in minor units as text. */
export type LimitedValueOverridden = NewEvent<
  "LimitedValueOverridden",
  Confirmed & {
    readonly by: string;
    readonly reason: string;
    readonly assetId: number;
    readonly value: string;
  }
>;

/** An admin let an item count for what the market says again. */
export type LimitedValueOverrideLifted = NewEvent<
  "LimitedValueOverrideLifted",
  Confirmed & { readonly by: string; readonly reason: string; readonly assetId: number }
>;

export type CatalogueEvent =
  | LimitedsListed
  | LimitedsValued
  | LimitedValueOverridden
  | LimitedValueOverrideLifted;

/** The one stream of the catalogue: what an item is worth is decided upon as of the head, like any balance. */
export const catalogueStream: StreamName = "limiteds:catalogue";

// Version 1 of both events named a median of five daily prices or more as version 2 names one of ten or more. How many
// prices an older value rests on is not known, so it counts as a median of few.
const ofFewPrices = (value: JsonObject): JsonObject =>
  value.source === "median_of_daily_prices" ? { ...value, source: "few_daily_prices" } : value;
/** Brings version 1 of listed items to version 2. */
export const limitedsListedFrom1 = (payload: JsonObject): JsonObject => ({
  ...payload,
  items: (payload.items as readonly JsonObject[]).map(ofFewPrices),
});
/** Brings version 1 of new values to version 2. */
export const limitedsValuedFrom1 = (payload: JsonObject): JsonObject => ({
  ...payload,
  values: (payload.values as readonly JsonObject[]).map(ofFewPrices),
});

/** The event of items that came into the catalogue. */
export const limitedsListed = (items: readonly ListedLimited[]): LimitedsListed => ({
  type: "LimitedsListed",
  schemaVersion: 2,
  stream: catalogueStream,
  payload: { items },
  postings: [],
});

/** The event of items that were valued anew. */
export const limitedsValued = (values: LimitedsValued["payload"]["values"]): LimitedsValued => ({
  type: "LimitedsValued",
  schemaVersion: 2,
  stream: catalogueStream,
  payload: { values },
  postings: [],
});

/** The event of a value that an admin set; it moves nothing. */
export const limitedValueOverridden = (
  payload: LimitedValueOverridden["payload"],
): LimitedValueOverridden => ({
  type: "LimitedValueOverridden",
  schemaVersion: 2,
  stream: catalogueStream,
  payload,
  postings: [],
});

/** The event of a market value that is in force again; it moves nothing. */
export const limitedValueOverrideLifted = (
  payload: LimitedValueOverrideLifted["payload"],
): LimitedValueOverrideLifted => ({
  type: "LimitedValueOverrideLifted",
  schemaVersion: 2,
  stream: catalogueStream,
  payload,
  postings: [],
});
