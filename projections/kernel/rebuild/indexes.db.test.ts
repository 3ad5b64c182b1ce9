import { expect, it } from "vitest";
import type { Projection } from "#projections/kernel/projection.ts";
import { createIndexes, createTables } from "#projections/kernel/tables.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

/** With so many rows, building an index exceeds the time limit of statements here. PGlite has none. */
const ROWS = { postgres: 400_000, pglite: 100 };
const STATEMENT_MAX_MS = 200;

const words: Projection = {
  name: "words",
  version: 1,
  tables: {
    words: {
      columns: { word: "text not null" },
      key: ["word"],
      insertsOnly: true,
      indexes: ["length(word)"],
    },
  },
  reads: [],
  apply: () => [],
};

describeEachEngine("the tables of read models", (engine) => {
  it("get their indexes however long that takes, while other statements have little time", async () => {
    const db = await engine.fresh();
    const generation = { projection: words, generation: 1 };
    await db.transaction((tx) => createTables(tx, [generation], { indexes: false }));
    await db.query(
      "insert into read_models.words_1 (word) select md5(i::text) from generate_series(1, $1::int) as i",
      [ROWS[engine.name]],
    );
    const url = engine.urlOf(db);
    const hurried = url === null ? db : await openPostgres(url, { statementTimeoutMs: STATEMENT_MAX_MS });
    await hurried.transaction((tx) => createIndexes(tx, generation, () => true));
    const indexes = await db.query("select from pg_indexes where tablename = 'words_1'");
    expect(indexes).toHaveLength(2);
    if (hurried !== db) await hurried.close();
  });
});
