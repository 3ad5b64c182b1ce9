import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onEntries } from "#projections/testing/loose-entries.ts";
import { allNames, PATIENCE_MS, testRuntime } from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { unpackPgliteFolder } from "#service/lab/testing/databases/pglite-folders.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { runTool, startTool } from "#service/lab/testing/rehearsals/tools.ts";
import { createWorld, type World } from "#service/lab/testing/world.ts";
import { replayTool } from "./replay-tool.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-replay-cli-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  runTool(replayTool, args, env);

/** Plays as a player, and waits for the read models. */
async function play(world: World): Promise<void> {
  const models = testRuntime(world.db);
  await models.start();
  const alice = await world.register("alice");
  await world.flip(alice, "rbx", "1.00");
  await world.rotate(alice, "another-seed");
  models.wake();
  expect(await models.whenReached(allNames, world.writer.head.position, PATIENCE_MS)).toBe(true);
  await models.stop();
  await world.stop();
}

describe("npm run replay on a PGlite folder", () => {
  const data = join(folder, "data");
  const env = { DATA_DIR: data };
  let db: OpenDatabase;

  beforeAll(async () => {
    await unpackPgliteFolder(data, "migrated");
    db = await openPglite(data);
    await play(await createWorld({ fresh: () => Promise.resolve(db) } as never, { db }));
  });

  it("exits 2 while another process has the folder", async () => {
    const locked = await run([], env);
    expect(locked).toMatchObject({ code: 2, out: "" });
    expect(locked.error).toBe(`The data folder ${data} is in use by process ${process.pid}\n`);
    await db.close();
  });

  it("exits 0 and prints every digest twice, as a process of its own", async () => {
    const right = await startTool("replay", [], env);
    expect(right).toMatchObject({ code: 0, error: "" });
    const lines = right.out.split("\n");
    expect(lines[0]).toMatch(/^name +version +position +rows +digest in use +digest rebuilt$/);
    for (const name of [...allNames, "holdings", "entries"]) {
      const line = lines.find((text) => text.startsWith(`${name} `));
      expect(line).toMatch(/^[a-z-]+ +\d+ +4 +\d+ +([0-9a-f]{64}) +\1 +equal$/);
    }
    expect(right.out).toMatch(/\nAll are equal\. 4 events replayed in \d+\.\d s\.\n$/);
  });

  it("reports read models not built yet, as after an import, instead of calling them equal", async () => {
    const unread = join(folder, "unread");
    await unpackPgliteFolder(unread, "migrated");
    const log = await openPglite(unread);
    const world = await createWorld({ fresh: () => Promise.resolve(log) } as never, { db: log });
    await world.register("alice");
    await world.stop();
    await log.close();
    const { code, out } = await run([], { DATA_DIR: unread });
    expect(code).toBe(0);
    expect(out).toMatch(/\nplayer-stats .* not built yet\n/);
    expect(out).toContain(`\n2 are equal, ${allNames.length} are not built yet. `);
  });

  it("exits 2 without a database, or at an unknown option", async () => {
    const nowhere = join(folder, "nowhere");
    const [missing, unknown] = await Promise.all([run([], { DATA_DIR: nowhere }), run(["--mend"], env)]);
    expect(missing).toEqual({ code: 2, out: "", error: `There is no database in ${nowhere}.\n` });
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.error).toContain("npm run replay -- [--repair]");
  });
});

describeEachEngine("npm run replay on a database", (engine) => {
  // PGlite has no URL: its folder is tested above.
  it.runIf(engine.name === "postgres")(
    "finds differences, repairs them on demand, and leaves the tables to the service",
    async () => {
      const db = await engine.fresh({ role: serviceRole });
      await play(await createWorld(engine, { db }));
      const owner = await engine.another(db);
      await owner?.query("update read_models.player_stats_1 set games = games + 1");
      const damage = onEntries(
        `update loose_entries set balance_after = balance_after + 1 where (position, leg) = (
          select position, leg from entries where account = 'player:p_alice' and asset = 'TIX'
          order by position desc, leg desc limit 1)`,
      );
      for (const text of damage) await owner?.query(text);
      const env = { DATABASE_URL: engine.urlOf(db) ?? "" };
      const wrong = await run([], env);
      expect(wrong.error).toBe("");
      expect(wrong.code).toBe(1);
      expect(wrong.out).toMatch(/\nplayer-stats .* DIFFERENT\n/);
      expect(wrong.out).toContain("Different: player-stats, holdings, entries. 4 events replayed");
      const repaired = await run(["--repair"], env);
      expect(repaired.code).toBe(1);
      expect(repaired.out).toContain("Replaced by what the log says: player-stats, holdings, entries.");
      expect(repaired.out).toContain(
        "Holdings and entries of 1 accounts were wrong: restart running services.",
      );
      expect(await run([], env)).toMatchObject({ code: 0, error: "" });
      const models = testRuntime(db);
      await models.start();
      expect((await models.health()).projections.every(({ lag, error }) => lag === 0 && error === null)).toBe(
        true,
      );
      await models.rebuild(["player-stats"]);
      await models.stop();
    },
  );
});
