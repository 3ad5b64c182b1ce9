import { afterAll, beforeAll, expect, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "#projections/features/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { RUN_ENTRIES_MAX } from "#projections/kernel/events/entry-runs.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import { replay } from "#projections/replay.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { migrate } from "#service/db/schema/migrate.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { logModel } from "#service/features/log-model.ts";
import {
  type Contents,
  contentsOf,
  fillEarlier,
  filledOtherwise,
  shapesLog,
} from "#service/lab/testing/databases/earlier-schema.ts";
import { projectMigrations } from "#service/lab/testing/databases/project-migrations.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld, type World, worldSigner } from "#service/lab/testing/world.ts";
import { signedHead } from "#service/ledger/heads/signed-heads.ts";
import { verifyLog } from "#service/ledger/verify.ts";

const files = await projectMigrations();
/** The first schema that can hold a log: events, books, people and sealed seeds. */
const FIRST_WRITABLE = 3;
/** The first schema of each way to store a log, and the last but one. */
const earlier = files
  .slice(FIRST_WRITABLE - 1, -1)
  .filter((file, at, all) => at === 0 || at === all.length - 1 || shapesLog(file))
  .map(({ number, name }) => ({ number, name }));
/**
 * Schemas of which a database is stored otherwise than one migrated to them: the first, and that of runs, where the
 * migration fills whole runs and a writer begins one at each append. At every other earlier schema, a migrated database
 * holds the same rows as one filled there, so migrating one from each of these covers them all.
 */
const beginnings = earlier.filter(({ number }) => [FIRST_WRITABLE, 11].includes(number));
const { keys } = worldSigner.publicKeys();

/** Enough that the house has more entries of one currency than fit into one run. */
const BETS = RUN_ENTRIES_MAX;
/** The other currency's entries fit into one. */
const FEWER_BETS = 3;

describeEachEngine("a filled database", (engine) => {
  let newest: OpenDatabase;
  let before: World;
  let contents: Contents;
  beforeAll(async () => {
    newest = await engine.fresh();
    before = await createWorld(engine, { db: newest });
    const [alice, bob] = [await before.register("alice"), await before.register("bob")];
    for (let n = 0; n < BETS; n += 1)
      await Promise.all([
        before.flip(alice, "rbx", "2.50"),
        ...(n < FEWER_BETS ? [before.flip(bob, "tix", "1.00")] : []),
      ]);
    const most = await newest.query<{ n: number }>(
      "select count(*)::int as n from entries where account = 'house' and asset = 'RBX'",
    );
    expect(most[0]?.n).toBeGreaterThan(RUN_ENTRIES_MAX);
    await before.rotate(alice, "a-seed-of-my-own");
    await before.stop();
    contents = await contentsOf(newest);
  });
  afterAll(() => newest.close());

  const filledAt = async (number: number): Promise<OpenDatabase> => {
    const db = await engine.fresh({ migrated: false });
    await migrate(db, files.slice(0, number));
    await fillEarlier(contents, db);
    return db;
  };

  it("holds at every other schema the rows that the schema's own version would have stored", async () => {
    let db = await filledAt(FIRST_WRITABLE);
    const begun = [FIRST_WRITABLE];
    for (const { number } of earlier) {
      await migrate(db, files.slice(0, number));
      const otherwise = await filledOtherwise(contents, db);
      if (otherwise.length === 0) continue;
      expect([number, otherwise]).toEqual([number, ["entry_runs"]]);
      await db.close();
      db = await filledAt(number);
      expect(await filledOtherwise(contents, db)).toEqual([]);
      begun.push(number);
    }
    expect(begun).toEqual(beginnings.map(({ number }) => number));
    await db.close();
  });

  it.each(beginnings)("of schema $number ($name) is migrated with all its contents", async ({ number }) => {
    const { block, position: to, hash } = before.writer.head;
    const db = await filledAt(number);
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
    expect(compared.map(({ name, position }) => [name, position])).toEqual(
      [...allProjections.map(({ name }) => name), "holdings", "entries"].map((name) => [
        name,
        after.writer.head.position,
      ]),
    );
    expect(compared.filter((one) => one.live !== null && differs(one))).toEqual([]);
    await db.close();
  });
});
