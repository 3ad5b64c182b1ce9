import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import { allProjections } from "#projections/features/all.ts";
import { storedEvents } from "#projections/features/audit/stored-events.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import { replay } from "#projections/replay.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { migrate } from "#service/db/schema/migrate.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { logModel } from "#service/features/log-model.ts";
import { contentsOf, fillEarlier } from "#service/lab/testing/databases/earlier-schema.ts";
import { projectMigrations } from "#service/lab/testing/databases/project-migrations.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld, worldSigner } from "#service/lab/testing/world.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import { exportLog } from "./export-log.ts";
import { importLog } from "./import-log.ts";
import { verifyExport } from "./verify-export.ts";

/**
 * A log as the last version with format 1 exported it: a run of the simulation, with nearly every type of event that
 * existed. Beside it, data outside the export (sealed seeds, identities) and the digests of that version's read models.
 */
const fixture = async (name: string): Promise<string> =>
  gunzipSync(await readFile(new URL(`../../lab/testing/fixtures/${name}`, import.meta.url))).toString("utf8");

interface Beside {
  readonly sealed_seeds: readonly object[];
  readonly identities: readonly object[];
  readonly digests: { readonly [model: string]: string };
}

const folder = await mkdtemp(join(tmpdir(), "florin-format-1-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const path = join(folder, "log.ndjson");
const text = await fixture("log-format-1.ndjson.gz");
await writeFile(path, text);
const beside = JSON.parse(await fixture("log-format-1-beside.json.gz")) as Beside;
const { keys } = worldSigner.publicKeys();
const types = new Set([...text.matchAll(/"kind":"event".*?"type":"(\w+)"/g)].map(([, type]) => type));

/** The last schema of format 1. */
const SCHEMA = 13;
/** Number of event types when format 2 came; later types have no history in format 1. */
const TYPES_OF_FORMAT_1 = 47;
/** Read models whose tables have changed since. */
const CHANGED_MODELS: readonly string[] = ["game-history", "notifications"];

const replayed = (db: OpenDatabase) =>
  replay({ db, logId: LOG_ID, owner: "test", statements: new Statements(eventTypes) }, allProjections);

async function exported(db: OpenDatabase): Promise<string> {
  const pieces: string[] = [];
  await exportLog(db, { keys, now: () => 0, write: async (piece) => void pieces.push(piece) });
  return pieces.join("");
}

it("contains events of every type that existed, in format 1", () => {
  expect(text.slice(0, text.indexOf("\n"))).toContain("florin-log/1");
  expect(text).not.toContain('"alsoIn"');
  expect(types.size).toBe(TYPES_OF_FORMAT_1);
});

it("still verifies", async () => {
  expect(await verifyExport(path, { model: logModel, keys })).toMatchObject({ ok: true });
});

describeEachEngine("a log of format 1", (engine) => {
  let imported: OpenDatabase;
  beforeAll(async () => {
    imported = await engine.fresh();
    expect(await importLog(imported, path, { model: logModel })).toMatchObject({ ok: true });
    for (const table of ["sealed_seeds", "identities"] as const) {
      const rows = beside[table];
      // Columns added later have their defaults.
      const columns = Object.keys(rows[0] ?? {}).join(", ");
      await imported.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
  });
  afterAll(() => imported.close());

  it("is imported, and exported again with identical lines", async () => {
    const [heading, ...lines] = (await exported(imported)).split("\n");
    expect(heading).toContain("florin-log/2");
    expect(lines).toEqual(text.split("\n").slice(1));
    expect(await verifyLog(imported, { model: logModel, keys })).toMatchObject({ ok: true });
  });

  it("gives the read models of the version with format 1", async () => {
    const comparisons = await replayed(imported);
    const digests = Object.fromEntries(comparisons.map(({ name, rebuilt }) => [name, rebuilt]));
    const changed = Object.keys(beside.digests).filter((name) => digests[name] !== beside.digests[name]);
    expect(changed).toEqual(CHANGED_MODELS);
  });

  it("is read stream by stream, each with its own events and no others", async () => {
    const stored = await imported.query<{ stream: string; position: bigint }>(
      "select stream, position from events order by position",
    );
    const streams = new Set(stored.map(({ stream }) => stream));
    for (const stream of streams) {
      const found: number[] = [];
      for (let next: string | undefined; ; ) {
        const query = { stream, next, order: "oldest", limit: 200 } as const;
        const page = await storedEvents({ sql: imported, logId: LOG_ID }, query);
        found.push(...page.items.map(({ position }) => position));
        if (page.next === null) break;
        next = page.next;
      }
      const due = stored.filter((event) => event.stream === stream);
      expect(found).toEqual(due.map(({ position }) => Number(position)));
    }
    expect(streams.size).toBeGreaterThan(10);
  });

  it("is migrated in place, and its players continue in format 2", async () => {
    const files = await projectMigrations();
    const db = await engine.fresh({ migrated: false });
    await migrate(db, files.slice(0, SCHEMA));
    await fillEarlier(await contentsOf(imported), db);
    await migrate(db, files);
    expect(await verifyLog(db, { model: logModel, keys })).toMatchObject({ ok: true });

    const players = await db.query<{ id: string }>(
      "select distinct split_part(stream, ':', 2) as id from events where type = 'PlayerRegistered' order by 1",
    );
    const world = await createWorld(engine, { db });
    world.wait(3_600_000_000);
    for (const { id } of players)
      expect(await world.flip(id, "rbx", "1.00")).toMatchObject({
        kind: expect.stringMatching(/committed|refused/),
      });
    expect(world.troubles).toEqual([]);
    await world.stop();
    expect(await verifyLog(db, { model: logModel, keys })).toMatchObject({ ok: true });
    expect((await replayed(db)).filter((one) => one.live !== null && differs(one))).toEqual([]);
    await db.close();
  });
});
