import type { TableNames } from "../projection.ts";
import { unlessNull } from "../replicas/newest.ts";

/** SQL for each column that a kind of event fills. */
type Filled<Column extends string> = { readonly [C in Column]?: string };

/** A table in which each kind of event fills columns of its own in the row of a key. */
interface GatheredRows<Column extends string> {
  /** The rows that decoded events bring, with null in the columns that they do not fill. */
  part(source: string, filled: Filled<Column>): string;
  /** SQL: carries a slice of events into the table. A slice may hold several parts of one row. */
  gather(table: TableNames, name: string, parts: readonly string[]): string;
}

/** @param columns the columns beside the key, with their types */
export function gatheredRows<Column extends string>(
  key: string,
  columns: { readonly [C in Column]: string },
): GatheredRows<Column> {
  const types = Object.entries<string>(columns);
  const names = Object.keys(columns);
  return {
    part(source, filled) {
      const given: { readonly [name: string]: string | undefined } = filled;
      const selected = types.map(([name, type]) => `${given[name] ?? `null::${type}`} as ${name}`);
      return `select ${key}, ${selected.join(", ")} from ${source}`;
    },
    gather: (table, name, parts) => `insert into ${table(name)} as t (${[key, ...names].join(", ")})
    select ${[key, ...names.map((one) => `max(${one})`)].join(", ")}
    from (
      ${parts.join("\n      union all ")}
    ) parts group by ${key}
    on conflict (${key}) do update set ${unlessNull(names)}`,
  };
}

/** The columns of when and how something ended. */
export const ended = (as: string) => ({
  ended_position: "position",
  ended_at: "recorded_at",
  ended_as: `'${as}'`,
});
