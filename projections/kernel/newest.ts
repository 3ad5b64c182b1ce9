import type { TableNames } from "./projection.ts";

/** A table that holds, for each key, the newest word on every column: null says nothing. */
interface NewestWords {
  readonly name: string;
  /** Decoded events with the key, a position and the columns. */
  readonly source: string;
  readonly key: string;
  readonly columns: { readonly [name: string]: string };
}

/** SQL: carries a slice of events into such a table. A slice may hold several words on one key. */
export function newestWords(table: TableNames, { name, source, key, columns }: NewestWords): string {
  const names = Object.keys(columns);
  return `insert into ${table(name)} as t (${key}, ${names.join(", ")})
    select ${key}, ${names
      .map((one) => `(array_agg(${one} order by position desc) filter (where ${one} is not null))[1]`)
      .join(", ")}
    from ${source} group by ${key}
    on conflict (${key}) do update set
      ${names.map((one) => `${one} = coalesce(excluded.${one}, t.${one})`).join(", ")}`;
}
