import type { Limited } from "#domain/features/limiteds/contract.ts";
import { type Minor, parseMinor } from "#domain/kernel/money.ts";
import { readMoney } from "#web/lib/format.ts";
import { faultsOfRange } from "#web/lib/range.ts";

export const SORTS = {
  "value-down": "Value: High to Low",
  "value-up": "Value: Low to High",
  name: "Name: A to Z",
} as const;
export type Sort = keyof typeof SORTS;

export const RARITIES = {
  all: "All rarities",
  legendary: "Legendary",
  epic: "Epic",
  rare: "Rare",
  common: "Common",
} as const satisfies Record<Limited["rarity"] | "all", string>;

/** The visitor's search of the catalogue, as entered. */
export interface Criteria {
  readonly search: string;
  readonly sort: Sort;
  readonly rarity: keyof typeof RARITIES;
  /** The least and the most value in RBX; empty for any. */
  readonly least: string;
  readonly most: string;
}

export const EVERYTHING: Criteria = { search: "", sort: "value-down", rarity: "all", least: "", most: "" };

export const NOT_AN_AMOUNT = "Enter an amount such as 1500";
export const TOO_LOW = "Enter more than the minimum value";

/** Commas are how the site itself writes thousands. */
const boundOf = (text: string): Minor | null => parseMinor(text.trim().replaceAll(",", ""));

/** What is wrong with the range of values; fields without fault are left out. */
export const faultsOf = (criteria: Criteria) =>
  faultsOfRange(criteria, { read: boundOf, notAnAmount: NOT_AN_AMOUNT, tooLow: TOO_LOW });

const ORDERS: { readonly [S in Sort]: (a: Limited, b: Limited) => number } = {
  "value-down": (a, b) => Number(readMoney(b.estimatedValue) - readMoney(a.estimatedValue)),
  "value-up": (a, b) => Number(readMoney(a.estimatedValue) - readMoney(b.estimatedValue)),
  name: (a, b) => a.name.localeCompare(b.name, "en"),
};

/** The matching items in the chosen order, then by name. A bound that is no amount is ignored. */
export function browse(limiteds: readonly Limited[], criteria: Criteria): readonly Limited[] {
  const { search, sort, rarity, least, most } = criteria;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const [from, to] = [boundOf(least), boundOf(most)];
  return limiteds
    .filter((limited) => {
      const name = limited.name.toLowerCase();
      const value = readMoney(limited.estimatedValue);
      return (
        words.every((word) => name.includes(word)) &&
        (rarity === "all" || limited.rarity === rarity) &&
        (from === null || value >= from) &&
        (to === null || value <= to)
      );
    })
    .toSorted((a, b) => ORDERS[sort](a, b) || ORDERS.name(a, b));
}
