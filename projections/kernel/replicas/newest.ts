import type { TableNames } from "../projection.ts";

/** A table with the newest value of every column for each key; null means no change. */
interface NewestWords {
  readonly name: string;
  /** Decoded events with the key, a position and the columns. */
  readonly source: string;
  readonly key: string;
  /** The key's name in the source, where it has another one there. */
  readonly sourceKey?: string;
  readonly columns: { readonly [name: string]: string };
  /** Columns that add up what the source says. */
  readonly sums?: readonly string[];
}

/** SQL: carries a slice of events into such a table. A slice may change a key several times. */
export function newestWords(table: TableNames, words: NewestWords): string {
  const { name, source, key, sourceKey = key, columns, sums = [] } = words;
  const names = Object.keys(columns);
  const newest = names.map(
    (one) => `(array_agg(${one} order by position desc) filter (where ${one} is not null))[1]`,
  );
  const added = sums.map((one) => `coalesce(sum(${one}), 0)`);
  const changes = [unlessNull(names), ...sums.map((one) => `${one} = t.${one} + excluded.${one}`)];
  return `insert into ${table(name)} as t (${[key, ...names, ...sums].join(", ")})
    select ${[sourceKey, ...newest, ...added].join(", ")}
    from ${source} group by ${sourceKey}
    on conflict (${key}) do update set
      ${changes.join(", ")}`;
}

/** SQL: sets columns to what is inserted, and leaves them where that is null. */
export const unlessNull = (names: readonly string[]): string =>
  names.map((one) => `${one} = coalesce(excluded.${one}, t.${one})`).join(", ");
