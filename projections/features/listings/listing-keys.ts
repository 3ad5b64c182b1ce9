import type { ListingsQuery } from "#domain/features/listings/contract.ts";
import { CONDITIONS } from "#domain/features/listings/rules.ts";
import { PAYMENT_METHODS } from "#domain/features/payment-methods/rules.ts";
import type { TableNames } from "../../kernel/projection.ts";

/** Bits of a code point: three make a key, which is above zero. */
const CHAR_BITS = 21;
const SECOND = 1n << BigInt(CHAR_BITS);
const FIRST = SECOND * SECOND;

/** Keys of other fields are below zero: these and those below them. */
const CONDITION_KEY = -1;
const METHOD_KEY = -101;
const CATEGORY_KEY = -1000;

/** SQL: a text folded for comparison, alike on every server: only A to Z become lower case. */
export const folded = (text: string): string => `lower((${text}) collate "C")`;

/** A search text, folded likewise. */
const foldedText = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Keys of a text: its runs of three characters, or all of a shorter one. Necessary for a match, not sufficient. */
export function keysOf({
  search,
  condition,
  paymentMethod,
  category,
}: Pick<ListingsQuery, "search" | "condition" | "paymentMethod" | "category">): readonly bigint[] {
  const codes = [...foldedText(search?.trim() ?? "")].map((char) => BigInt(char.codePointAt(0) ?? 0));
  const keys = new Set<bigint>();
  for (let n = 0; n < Math.max(codes.length - 2, Math.min(codes.length, 1)); n += 1) {
    const [first = 0n, second = 0n, third = 0n] = codes.slice(n);
    keys.add(first * FIRST + second * SECOND + third);
  }
  const add = (from: number, below: number): void => {
    if (below >= 0) keys.add(BigInt(from - below));
  };
  if (condition !== undefined) add(CONDITION_KEY, CONDITIONS.indexOf(condition));
  if (paymentMethod !== undefined) add(METHOD_KEY, PAYMENT_METHODS.indexOf(paymentMethod));
  // A category alone is found in the order of its own index.
  if (category !== undefined && keys.size > 0) add(CATEGORY_KEY, category);
  return [...keys];
}

/** SQL: the place of a word among those of a rule, counted from 0; null for another one. */
const placeIn = (words: readonly string[], word: string): string =>
  `array_position(array[${words.map((one) => `'${one}'`).join(", ")}], ${word}) - 1`;

/** SQL: the keys of a listing `o` with its item's name `i`. Runs of one and of two characters are found too. */
export const LISTING_KEYS = `array(
      select key from (
        select ascii(char)::bigint << ${2 * CHAR_BITS} as first,
          lead(ascii(char), 1, 0) over chars::bigint << ${CHAR_BITS} as second,
          lead(ascii(char), 2, 0) over chars::bigint as third
        from string_to_table(${folded("o.title || ' ' || coalesce(i.name, '')")}, null) with ordinality as t (char, n)
        window chars as (order by n)
      ) runs cross join lateral (values (first), (first + second), (first + second + third)) as run (key)
      union select ${CONDITION_KEY} - (${placeIn(CONDITIONS, "o.condition")})
      union select ${METHOD_KEY} - (${placeIn(PAYMENT_METHODS, "method")}) from string_to_table(o.methods, ',') as method
      union select ${CATEGORY_KEY} - o.category where o.category > 0
      order by key)`;

/** The sources of a listing's keys. */
const FROM = ["number", "asset_id", "title", "condition", "category", "methods", "ended_at"] as const;
const newest = (column: string): string =>
  `(array_agg(${column} order by position desc) filter (where ${column} is not null))[1]`;

/**
 * SQL: carries a slice of `listing_steps` and `limited_listings` into the keys of listings that are not over, and the
 * names of the items. An item may come into the catalogue after its listing.
 */
export const keyStatements = (table: TableNames): readonly string[] => [
  `insert into ${table("listed_items")} (asset_id, name)
    select (item ->> 'assetId')::bigint, item ->> 'name'
    from limited_listings cross join lateral jsonb_array_elements(items) as item`,
  `insert into ${table("listing_keys")} as k (listing_id, number, keys)
    select listing_id, number, ${LISTING_KEYS}
    from (
      select listing_id, ${FROM.map((one) => `coalesce(s.${one}, t.${one}) as ${one}`).join(", ")}
      from (
        select listing_id from listing_steps where title is not null
        union
        select l.listing_id from limited_listings cross join lateral jsonb_array_elements(items) as item
          join ${table("listings")} l on l.asset_id = (item ->> 'assetId')::bigint
      ) changed
      left join (
        select listing_id, ${FROM.map((one) => `${newest(one)} as ${one}`).join(", ")} from listing_steps group by listing_id
      ) s using (listing_id)
      left join ${table("listings")} t using (listing_id)
    ) o left join lateral (
      select name from ${table("listed_items")} where asset_id = o.asset_id
      union all
      select item ->> 'name' from limited_listings cross join lateral jsonb_array_elements(items) as item
      where (item ->> 'assetId')::bigint = o.asset_id
      limit 1
    ) i on true
    where o.ended_at is null and o.number is not null
    on conflict (listing_id) do update set keys = excluded.keys`,
  `delete from ${table("listing_keys")} k using listing_steps s
    where k.listing_id = s.listing_id and s.ended_at is not null`,
];
