import { type Copy, copyOf } from "#domain/accounts/item.ts";

/** The items of a simulation, by their numbers at the platform, in the order of the catalogue. */
export const ITEMS = [101, 102] as const;
const COPIES_EACH = 3;
/** Further copies of the first item, which no inventory contains: they come by deposits. */
const NEW_COPIES = 8;

/** Copies that players have from the beginning. */
export const FIRST: readonly Copy[] = ITEMS.flatMap((item) =>
  Array.from({ length: COPIES_EACH }, (_, n) => copyOf(item, `${n}`)),
);
const ALL: readonly Copy[] = [
  ...FIRST,
  ...Array.from({ length: NEW_COPIES }, (_, n) => copyOf(ITEMS[0], `${COPIES_EACH + n}`)),
];
/** How many copies there are from the beginning, and in all. */
export const FIRST_COPIES = FIRST.length;
export const COPIES = ALL.length;

/** Copies by their places among all. */
export const copiesOf = (places: readonly number[]): readonly Copy[] =>
  [...new Set(places)].map((place) => ALL[place] as Copy);

/** Copies of the first item for the n-th deposit: mostly some that nobody has. */
export const copiesWanted = (n: number, quantity: number): readonly Copy[] =>
  copiesOf(
    Array.from({ length: quantity }, (_, i) =>
      n % COPIES_EACH === 0 ? i % COPIES_EACH : FIRST_COPIES + ((n + i) % NEW_COPIES),
    ),
  );
