import { invariant } from "#domain/kernel/invariant.ts";
import { type DecodedEvents, NAME } from "./events/decoded-events.ts";

/** Maps a table's own name to its present name in SQL. */
export type TableNames = (table: string) => string;

/** A table of a read model, as its projection declares it. The runtime makes it, once for each generation. */
export interface TableShape {
  /** Column name to type and constraints. Text sorts by bytes; instants are `bigint` milliseconds. */
  readonly columns: { readonly [name: string]: string };
  readonly key: readonly string[];
  /** Whether rows are inserted and never changed: where many come at once, the key is made after them. */
  readonly insertsOnly?: boolean;
  /** Further indexes, each the list between the brackets; with `where`, of those rows alone. */
  readonly indexes?: readonly (string | { readonly on: string; readonly where: string } | ElementIndex)[];
  /** Room left on each page, in per cent filled, for rows that change often. */
  readonly fillfactor?: number;
}

/** An index of the elements of an array column, which finds the rows that have all of some. */
export interface ElementIndex {
  readonly elementsOf: string;
}

/**
 * A read model and how it follows the log. `apply` gives the statements that carry one slice of events, whatever its
 * length, into the tables: the same ones keep up with the log and rebuild from its beginning. They run as parts of
 * one statement, so each sees the tables as they were before the slice, and may change a row once at most.
 */
export interface Projection {
  readonly name: string;
  /** Raise it with every change of tables or meaning; the next start then rebuilds the read model. */
  readonly version: number;
  readonly tables: { readonly [table: string]: TableShape };
  readonly reads: readonly DecodedEvents[];
  readonly apply: (table: TableNames) => readonly string[];
  /** Whether it keeps a row for every event of a kind, so that it grows with the log and gets its own lane. */
  readonly keepsEveryEvent?: boolean;
}

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
