import type { Socket } from "node:net";
import pg from "pg";
import { expect, it } from "vitest";
import type { Projection } from "#projections/kernel/projection.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { createIndexes, createTables } from "#projections/kernel/tables.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { runOn } from "#service/db/postgres/postgres-connection.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

/** With so many rows, building an index exceeds the time limit of statements here. PGlite has none. */
const ROWS = { postgres: 400_000, pglite: 100 };
const STATEMENT_MAX_MS = 200;

const wordsWith = (index: string): Projection => ({
  name: "words",
  version: 1,
  tables: {
    words: { columns: { word: "text not null" }, key: ["word"], insertsOnly: true, indexes: [index] },
  },
  reads: [],
  apply: () => [],
});
const words = wordsWith("length(word)");

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
    // What the connection is lent for next has as little time as before, after an index that fails as well.
    const failed = hurried.transaction((tx) =>
      createIndexes(tx, { ...generation, projection: wordsWith("nowhere") }, () => true),
    );
    await expect(failed).rejects.toThrow();
    if (hurried === db) return;
    const [limits] = await hurried.query(
      `select current_setting('statement_timeout') as statement,
        current_setting('client_connection_check_interval') as check`,
    );
    expect(limits).toEqual({ statement: `${STATEMENT_MAX_MS}ms`, check: "0" });
    await hurried.close();
  });

  it.skipIf(engine.name === "pglite")(
    "are built no further once the process that builds them is gone",
    async () => {
      const db = await engine.fresh();
      await db.transaction(async (tx) => {
        await createTables(tx, [{ projection: words, generation: 1 }], { indexes: false });
        await tx.query("insert into read_models.words_1 (word) values ('a')");
      });
      await db.query(
        `create function public.slowly(text) returns int language plpgsql immutable as
        $$ begin perform pg_sleep(120); return 1; end $$`,
      );
      const maker = new pg.Client({ connectionString: engine.urlOf(db) ?? "" });
      maker.on("error", () => undefined);
      await maker.connect();
      await maker.query("begin");
      const sql: Sql = {
        query: (text, values) => runOn(maker, { text, ...(values === undefined ? {} : { values }) }),
        run: (statement) => runOn(maker, statement),
      };
      const building = createIndexes(
        sql,
        { projection: wordsWith("public.slowly(word)"), generation: 1 },
        () => true,
      ).catch(() => "gone");
      const builders = async () =>
        (
          await db.query(
            "select from pg_stat_activity where query like 'create index%slowly%' and state = 'active' and pid <> pg_backend_pid()",
          )
        ).length;
      await expect.poll(builders).toBe(1);
      // As the socket of a process that was killed.
      (maker as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      expect(await building).toBe("gone");
      await expect.poll(builders).toBe(0);
    },
  );
});
