import { afterAll, beforeAll, expect, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "#projections/features/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { differs } from "#projections/kernel/compare.ts";
import { RUN_ENTRIES_MAX } from "#projections/kernel/entry-runs.ts";
import type { Database } from "#projections/kernel/sql.ts";
import { replay } from "#projections/replay.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { migrate } from "#service/db/migrate.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { projectMigrations } from "#service/lab/testing/project-migrations.ts";
import { createWorld, type World, worldSigner } from "#service/lab/testing/world.ts";
import { signedHead } from "#service/ledger/signed-heads.ts";
import { verifyLog } from "#service/ledger/verify.ts";

const files = await projectMigrations();
/** The first schema that a log could be written to: events, books, people and sealed seeds. */
const FIRST_WRITABLE = 3;
const earlier = files.slice(FIRST_WRITABLE - 1, -1).map(({ number, name }) => ({ number, name }));
const { keys } = worldSigner.publicKeys();

/** What the log is made of, and what is kept beside it; not every schema has each of them as a table. */
const TABLES = [
  "events",
  "blocks",
  "commands",
  "identities",
  "sealed_seeds",
  "entries",
  "holding_entries",
  "entry_runs",
  "holdings",
  "log_heads",
];

/** Enough that the house has more entries than fit into one run. */
const BETS = RUN_ENTRIES_MAX;

/** What has held the entries, one schema after the other. */
const ENTRIES = ["entries", "holding_entries", "entry_runs"];

/** Puts what one database holds into the tables of an earlier schema, as its own program would have written it. */
async function fillFrom(newest: Database, earlier: Database): Promise<void> {
  await earlier.query("delete from log_heads");
  const filled: string[] = [];
  for (const table of TABLES) {
    const [held] = await newest.query<{ rows: string }>(`select jsonb_agg(t)::text as rows from ${table} t`);
    const columns = await earlier.query<{ name: string }>(
      `select column_name::text as name from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_name = $1 and table_type = 'BASE TABLE'`,
      [table],
    );
    if (columns.length === 0) continue;
    filled.push(table);
    const names = columns.map(({ name }) => name).join(", ");
    await earlier.query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [held?.rows ?? "[]"],
    );
  }
  expect(filled.filter((table) => ENTRIES.includes(table))).toHaveLength(1);
}

describeEachEngine("a filled database", (engine) => {
  let newest: OpenDatabase;
  let before: World;
  beforeAll(async () => {
    newest = await engine.fresh();
    before = await createWorld(engine, { db: newest });
    const [alice, bob] = [await before.register("alice"), await before.register("bob")];
    for (let n = 0; n < BETS; n += 1)
      await Promise.all([before.flip(alice, "rbx", "2.50"), before.flip(bob, "tix", "1.00")]);
    await before.rotate(alice, "a-seed-of-my-own");
    await before.stop();
  });
  afterAll(() => newest.close());

  it.each(earlier)(
    "of schema $number ($name) is brought up to date with all that is in it",
    async ({ number }) => {
      const { block, position: to, hash } = before.writer.head;
      const db = await engine.fresh({ migrated: false });
      await migrate(db, files.slice(0, number));
      await fillFrom(newest, db);
      const signing = { sql: db, logId: LOG_ID, signer: worldSigner, now: () => before.now };
      const head = await signedHead({ number: block, to, hash }, signing);
      // Without the column that a later schema adds to every row.
      const rows = () =>
        db.query<{ row: string }>(
          "select (to_jsonb(e) - 'also_in')::text as row from events e order by position",
        );
      const written = await rows();

      expect((await migrate(db, files)).map((file) => file.number)).toEqual(
        files.slice(number).map((file) => file.number),
      );
      expect(await rows()).toEqual(written);
      const heads = (async function* () {
        yield head;
      })();
      const report = await verifyLog(db, { model: logModel, keys, heads });
      expect(report).toMatchObject({ ok: true, summary: { events: written.length, headsElsewhere: 1 } });

      const after = await createWorld(engine, { db });
      after.wait(60_000);
      expect(await after.flip("p_alice", "rbx", "1.00")).toMatchObject({ kind: "committed" });
      expect(after.troubles).toEqual([]);
      await after.stop();
      expect(await verifyLog(db, { model: logModel, keys })).toMatchObject({ ok: true });
      const statements = new Statements(eventTypes);
      const compared = await replay({ db, logId: LOG_ID, owner: "test", statements }, allProjections);
      expect(compared.map(({ position }) => position)).toEqual(
        compared.map(() => after.writer.head.position),
      );
      expect(compared.filter((one) => one.live !== null && differs(one))).toEqual([]);
      await db.close();
    },
  );
});
