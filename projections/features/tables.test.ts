import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Projection } from "#projections/kernel/projection.ts";
import { readModelsByFeature } from "./all.ts";

/** The tables of a read model as one version of it declares them. */
type Kept = Pick<Projection, "name" | "version" | "tables">;

/** What is kept of each read model, a line each: `vitest -u` writes those whose version was raised. */
const fileOf = (feature: string): string => join(import.meta.dirname, feature, "tables.golden.jsonl");
const keptIn = (file: string): readonly Kept[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Kept)
    : [];

/** In the order of columns: what compares two generations reads them so. */
const lineOf = ({ name, version, tables }: Projection): string => JSON.stringify({ name, version, tables });

/** A read model of another form or version than the kept one, which a start would not build anew. */
function unnoticed({ name, version, tables }: Projection, kept: readonly Kept[]): string | null {
  const before = kept.find((one) => one.name === name);
  if (before === undefined || version > before.version) return null;
  if (version < before.version) return `${name} was at version ${before.version}: no start goes back`;
  const isSame = JSON.stringify(tables) === JSON.stringify(before.tables);
  return isSame ? null : `${name} has other tables: raise its version, or no start builds them anew`;
}

const withTables = readModelsByFeature.filter(({ readModels }) => readModels.length > 0);

describe.each(withTables)("the tables of $name", ({ name, readModels }) => {
  const file = fileOf(name);

  it("change with the version of their read model alone", async () => {
    const kept = keptIn(file);
    // Before the file is looked at, so that no update of it hides a change.
    expect(readModels.flatMap((model) => unnoticed(model, kept) ?? [])).toEqual([]);
    await expect([...readModels.map(lineOf), ""].join("\n")).toMatchFileSnapshot(file);
  });
});

describe("a change of tables", () => {
  const model = (version: number, columns: Projection["tables"][string]["columns"]): Projection => ({
    ...{ name: "words", version, reads: [], apply: () => [] },
    tables: { words: { columns, key: ["word"] } },
  });
  const kept = [JSON.parse(lineOf(model(2, { word: "text not null" }))) as Kept];

  it("is found where the version stayed or fell, and may come with a higher one, or a new name", () => {
    expect(unnoticed(model(2, { word: "text not null" }), kept)).toBeNull();
    expect(unnoticed(model(2, { word: "text" }), kept)).toContain(
      "words has other tables: raise its version",
    );
    expect(unnoticed(model(1, { word: "text not null" }), kept)).toContain("no start goes back");
    expect(unnoticed(model(3, { word: "text" }), kept)).toBeNull();
    expect(unnoticed(model(1, { word: "text" }), [])).toBeNull();
  });
});
