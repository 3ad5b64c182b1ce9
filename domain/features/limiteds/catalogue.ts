import { assetIdOf, type Copy } from "../../accounts/item.ts";
import type { TimedEvent } from "../../kernel/events/event.ts";
import type { StreamKind, StreamRead } from "../../kernel/events/stream-kind.ts";
import { larger, type Minor } from "../../kernel/money.ts";
import { catalogueStream, isCatalogueEvent } from "./events.ts";
import { isAcceptedValue, PAST_VALUES_MAX, PAST_VALUES_MS, type ValueSource } from "./rules.ts";

/** An item as decisions know it: its catalogue number and its value, in minor units as text. */
export type CataloguedLimited = {
  readonly id: number;
  /** What the market says, and when it was asked; remembered while an admin says otherwise. */
  readonly value: string;
  readonly source: ValueSource;
  readonly valueAt: number;
  /** What an admin set in its place; null while nobody did. */
  readonly override: string | null;
  /** Its recent former values; the oldest first, instants in milliseconds. */
  readonly past: readonly { readonly value: string; readonly until: number }[];
};

/** The catalogue as far as decisions need it: what each item is worth, by its number at the platform. */
export type Catalogue = {
  readonly count: number;
  readonly items: { readonly [assetId: string]: CataloguedLimited };
};

export const emptyCatalogue: Catalogue = { count: 0, items: {} };

/** Follows the catalogue by one event. */
export function evolveCatalogue(catalogue: Catalogue, event: TimedEvent): Catalogue {
  if (!isCatalogueEvent(event)) return catalogue;
  const items: { [assetId: string]: CataloguedLimited } = { ...catalogue.items };
  if (event.type === "LimitedsListed") {
    for (const { assetId, id, value, source, valueAt } of event.payload.items)
      items[assetId] = { id, value, source, valueAt, override: null, past: [] };
    return { count: catalogue.count + event.payload.items.length, items };
  }
  if (event.type === "LimitedsValued") {
    for (const { assetId, value, source, valueAt } of event.payload.values) {
      const item = items[assetId];
      if (item === undefined) continue;
      const changes = item.override === null && item.value !== value;
      const past = changes ? withPast(item, event.recordedAt) : item.past;
      items[assetId] = { ...item, value, source, valueAt, past };
    }
    return { count: catalogue.count, items };
  }
  const { assetId } = event.payload;
  const override = event.type === "LimitedValueOverridden" ? event.payload.value : null;
  const item = items[assetId];
  if (item !== undefined) items[assetId] = { ...item, override, past: withPast(item, event.recordedAt) };
  return { count: catalogue.count, items };
}

/** Remembers an item's value as of a change. */
const withPast = (item: CataloguedLimited, until: number): CataloguedLimited["past"] =>
  [...pastOf(item, until), { value: item.override ?? item.value, until }].slice(-PAST_VALUES_MAX);

/** An item's recent former values. @param at milliseconds */
export const pastOf = ({ past }: CataloguedLimited, at: number): CataloguedLimited["past"] =>
  past.filter(({ until }) => at - until < PAST_VALUES_MS);

/** An item of the catalogue by its number at the platform; null when it is not listed. */
export const limitedOf = (catalogue: Catalogue, assetId: number): CataloguedLimited | null =>
  Object.hasOwn(catalogue.items, assetId) ? (catalogue.items[assetId] ?? null) : null;

/** An item's value: an admin's, else the market's. @returns minor units of RBX */
export const valueInForce = ({ value, override }: CataloguedLimited): Minor => BigInt(override ?? value);

/**
 * A copy's value as of the decision's head, for a game to keep in its event.
 * @returns minor units of RBX, or null when the catalogue does not have its item
 */
export function valueOfCopy(catalogue: Catalogue, copy: Copy): Minor | null {
  const known = limitedOf(catalogue, assetIdOf(copy));
  return known === null ? null : valueInForce(known);
}

/**
 * A copy's value for admin decisions: the larger of the market's and the admins'.
 * @returns minor units of RBX, or null when the catalogue does not have the item
 */
export function reviewValueOf(catalogue: Pick<Catalogue, "items">, assetId: number): Minor | null {
  const known = limitedOf({ ...catalogue, count: 0 }, assetId);
  return known === null ? null : larger(BigInt(known.value), valueInForce(known));
}

/**
 * The stake value of a copy: null without a usable value (too few prices, stale ones or none).
 * @param at milliseconds
 */
export function stakeValueOf(item: CataloguedLimited, at: number): Minor | null {
  const { source, valueAt, override } = item;
  const value = valueInForce(item);
  const counts = override !== null || isAcceptedValue({ source, valueAt }, at);
  return counts && value > 0n ? value : null;
}

/** How this state follows its stream. */
export const catalogueStreamKind: StreamKind<Catalogue> = {
  kind: "limiteds",
  foldVersion: 5,
  initial: emptyCatalogue,
  evolve: evolveCatalogue,
};

/** The stream of the catalogue. */
export const readOfCatalogue: StreamRead<Catalogue> = { kind: catalogueStreamKind, name: catalogueStream };
