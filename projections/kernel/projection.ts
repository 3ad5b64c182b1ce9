import { invariant } from "#domain/kernel/invariant.ts";

/** Where a projection's tables really are: gives the name to use in SQL for a table's own name. */
export type TableNames = (table: string) => string;

/** A table of a read model, as its projection declares it. The runtime makes it, once for each generation. */
export interface TableShape {
  /** Column name to type and constraints. Text sorts by bytes; instants are `bigint` milliseconds. */
  readonly columns: { readonly [name: string]: string };
  readonly key: readonly string[];
  /** Further indexes, each the list between the brackets. */
  readonly indexes?: readonly string[];
  /** Room left on each page, in per cent filled, for rows that change often. */
  readonly fillfactor?: number;
}

/** What a slice of the log says, decoded once for every projection that reads it. */
export interface Facts {
  /** What statements call it. */
  readonly name: string;
  /** The query that decodes it, over the relation `slice`, which has the columns of `events`. */
  readonly sql: string;
}

/**
 * A read model and how it follows the log. `apply` gives the statements that carry one slice of events, whatever its
 * length, into the tables: the same ones keep up with the log and rebuild from its beginning. They run as parts of
 * one statement, so each sees the tables as they were before the slice, and may change a row once at most.
 */
export interface Projection {
  readonly name: string;
  /** Rises with every change of tables or meaning; the next start then builds the read model anew. */
  readonly version: number;
  readonly tables: { readonly [table: string]: TableShape };
  readonly reads: readonly Facts[];
  readonly apply: (table: TableNames) => readonly string[];
  /** Whether it keeps a row for every event of a kind, so that it grows with the log. */
  readonly keepsEveryEvent?: boolean;
}

/** Columns of decoded events, by name, as SQL expressions; next to them are `position`, `stream` and `recorded_at`. */
interface FactColumns {
  readonly [column: string]: string;
}

/**
 * Declares how events of a type are decoded, by expressions over `payload`, which is `jsonb`.
 * @example facts("rotations", "SeedPairRotated", { pair: "(payload #>> '{current,pair}')::int" })
 */
export function facts(name: string, type: string, columns: FactColumns): Facts {
  // OFFSET 0 keeps the inner query apart: pulled up, the text would be parsed again for every column.
  const events = `(select position, stream, recorded_at, payload::jsonb as payload
    from slice where type = '${type}' offset 0) as event`;
  return { name, sql: selectText({ name, type, columns }, events) };
}

/**
 * Declares how frequent events of a type are decoded: by cutting values out of their text, with `textAt` and
 * `wholeAt`, at a fraction of what parsing costs.
 * @example flatFacts("coin_flips", "CoinFlipped", { game_id: textAt("gameId"), stake: wholeAt("stake") })
 */
export function flatFacts(name: string, type: string, columns: FactColumns): Facts {
  return { name, sql: selectText({ name, type, columns }, `slice where type = '${type}'`) };
}

function selectText(
  { name, type, columns }: { readonly name: string; readonly type: string; readonly columns: FactColumns },
  events: string,
): string {
  invariant(NAME.test(name) && /^[A-Za-z]+$/.test(type), `${name} and ${type} can stand in SQL`);
  const decoded = Object.entries(columns).map(([column, expression]) => `, ${expression} as ${column}`);
  return `select position, stream, recorded_at${decoded.join("")} from ${events}`;
}

/**
 * The text under a key: letters, digits, `_` and `-` alone. A payload is canonical JSON (RFC 8785), where a quote
 * within a text is escaped; so `"key":` stands nowhere but at the key, which the payload must have once.
 */
export const textAt = (key: string): string => `split_part(split_part(payload, '${keyIn(key)}"', 2), '"', 1)`;

/** The whole number under a key that the payload has once, be it written as a number or as text. */
export const wholeAt = (key: string): string =>
  `btrim(split_part(split_part(payload, '${keyIn(key)}', 2), ',', 1), '"}')::bigint`;

function keyIn(key: string): string {
  invariant(/^[A-Za-z]+$/.test(key), `${key} can stand in SQL`);
  return `"${key}":`;
}

/** The player whose stream an event belongs to, as an expression over `stream`. */
export const PLAYER_OF_STREAM = "split_part(stream, ':', 2)";

/** A name that needs no quotes in SQL and leaves room for a generation. */
export const NAME = /^[a-z][a-z0-9_]{0,47}$/;

/** Checks that a process's projections can live side by side, and gives them by name. */
export function projectionsByName(projections: readonly Projection[]): ReadonlyMap<string, Projection> {
  const byName = new Map(projections.map((projection) => [projection.name, projection]));
  invariant(byName.size === projections.length, "every projection has a name of its own");
  const tables = projections.flatMap(({ tables }) => Object.keys(tables));
  invariant(new Set(tables).size === tables.length, "every table has a name of its own");
  invariant(
    tables.every((table) => NAME.test(table)),
    "every table has a name that SQL takes",
  );
  return byName;
}
