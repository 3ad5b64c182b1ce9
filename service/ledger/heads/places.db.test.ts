import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { startTrouble } from "#service/cli/start-trouble.ts";
import type { Config } from "#service/config.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, type Site } from "#service/lab/testing/site.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-head-places-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
let places = 0;
/** A path that does not exist yet. */
const newPlace = () => {
  places += 1;
  return join(folder, String(places));
};
const METRICS_TOKEN = "a-token-of-metrics";

describeEachEngine("a service whose signed heads cannot be written", (engine) => {
  /** Why a service does not start; empty if it does. */
  async function refusal(config: Partial<Config>): Promise<string> {
    const db = await engine.fresh({ readModels: true });
    try {
      const site = await createSite(engine, { db, config });
      await site.close();
      return "";
    } catch (error) {
      return startTrouble(error).text;
    } finally {
      await db.close();
    }
  }
  async function shownBy(site: Site) {
    const health = await site.visitor().get("/api/health");
    const metrics = await site.service.app.request("/metrics", {
      headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const { headsTrouble } = (await (await site.player("admin")).get("/api/admin/projections")).as(
      endpoints.projections,
    );
    return {
      status: health.status,
      alarm: health.as(endpoints.health).alarm,
      metric: /^florin_heads_not_kept (\d)$/m.exec(await metrics.text())?.[1],
      headsTrouble,
    };
  }

  it("does not start, and names the setting", async () => {
    const file = newPlace();
    await writeFile(file, "");
    expect(await refusal({ headsFile: folder })).toBe(
      `HEADS_FILE: signed heads cannot be written to ${folder}: illegal operation on a directory`,
    );
    expect(await refusal({ headsFile: join(file, "heads.jsonl") })).toMatch(
      /^HEADS_FILE: signed heads cannot/,
    );
    expect(await refusal({ headsFolder: file })).toBe(
      `HEADS_DIR: signed heads cannot be written to ${file}: not a directory`,
    );
    const missing = newPlace();
    expect(await refusal({ headsFolder: missing })).toBe(
      `HEADS_DIR: signed heads cannot be written to ${missing}: no such file or directory`,
    );
  });

  it("takes bets and alarms its operator until they can be", async () => {
    const headsFolder = newPlace();
    await mkdir(headsFolder);
    const site = await createSite(engine, { config: { headsFolder, metricsToken: METRICS_TOKEN } });
    // Read models may lag for a while after a start.
    await expect.poll(async () => (await site.visitor().get("/api/health")).status).toBe(200);
    await rm(headsFolder, { recursive: true });
    const { heads } = site.service.deps;
    await expect(heads.keep()).rejects.toThrow("HEADS_DIR");
    expect(await shownBy(site)).toEqual({
      status: 200,
      alarm: "Signed heads are not written to HEADS_DIR",
      metric: "1",
      headsTrouble: `HEADS_DIR: signed heads cannot be written to ${headsFolder}: no such file or directory`,
    });
    await mkdir(headsFolder);
    await heads.keep();
    expect(await shownBy(site)).toEqual({ status: 200, alarm: undefined, metric: "0", headsTrouble: null });
    await site.close();
  });
});
