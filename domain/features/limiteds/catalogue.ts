import type { Minor } from "../../kernel/money.ts";
import { assetIdOf, type Copy } from "../../ledger/item.ts";
import type { LimitedsListed, LimitedsValued } from "./events.ts";

/** What a decision knows of an item: its number in the catalogue and what it is worth, in minor units as text. */
export type CataloguedLimited = { readonly id: number; readonly value: string; readonly valueAt: number };

/** The catalogue as far as decisions need it: what each item is worth, by its number at the platform. */
export type Catalogue = {
  readonly count: number;
  readonly items: { readonly [assetId: string]: CataloguedLimited };
};

export const emptyCatalogue: Catalogue = { count: 0, items: {} };

/** Follows the catalogue by one event. */
export function evolveCatalogue(catalogue: Catalogue, event: LimitedsListed | LimitedsValued): Catalogue {
  const items: { [assetId: string]: CataloguedLimited } = { ...catalogue.items };
  if (event.type === "LimitedsListed") {
    for (const { assetId, id, value, valueAt } of event.payload.items)
      items[assetId] = { id, value, valueAt };
    return { count: catalogue.count + event.payload.items.length, items };
  }
  for (const { assetId, value, valueAt } of event.payload.values) {
    const known = items[assetId];
    if (known !== undefined) items[assetId] = { id: known.id, value, valueAt };
  }
  return { count: catalogue.count, items };
}

/** An item of the catalogue by its number at the platform; null when it is not listed. */
export const limitedOf = (catalogue: Catalogue, assetId: number): CataloguedLimited | null =>
  Object.hasOwn(catalogue.items, assetId) ? (catalogue.items[assetId] ?? null) : null;

/**
 * What a copy is worth as of the head that a decision stands on, for a game to keep in its event.
 * @returns minor units of RBX, or null when the catalogue does not have its item
 */
export function valueOfCopy(catalogue: Catalogue, copy: Copy): Minor | null {
  const known = limitedOf(catalogue, assetIdOf(copy));
  return known === null ? null : BigInt(known.value);
}
