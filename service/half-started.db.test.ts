import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "#service/config.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite } from "#service/lab/testing/site.ts";
import { startService } from "#service/service.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-half-started-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

it("a service that cannot start closes its database", async () => {
  const dataFolder = join(folder, "data");
  // A folder in the place of the file, which is found once the read models have started.
  const config = readConfig({ ...DEMO_KEYS, DATA_DIR: dataFolder, HEADS_FILE: folder }, "test");
  await expect(startService({ config, log: pino({ level: "silent" }) })).rejects.toThrow("HEADS_FILE");
  const again = await openPglite(dataFolder);
  expect(await again.query("select 1 as one")).toEqual([{ one: 1 }]);
  await again.close();
});

describeEachEngine("a service that cannot start, in another program's database", (engine) => {
  it("gives the leases of its read models back, and leaves the database open", async () => {
    const db = await engine.fresh({ readModels: true });
    await expect(createSite(engine, { db, config: { headsFile: folder } })).rejects.toThrow("HEADS_FILE");
    const held = "select from projections where lease_owner is not null and lease_until > clock_timestamp()";
    expect(await db.query(held)).toEqual([]);
    await db.close();
  });
});
