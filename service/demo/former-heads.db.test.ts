import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite } from "#service/lab/testing/site.ts";
import { worldHeadKey, worldSigner } from "#service/lab/testing/world.ts";
import { headLine } from "#service/ledger/heads/heads-file.ts";
import { setFormerHeadsAside } from "./former-heads.ts";

const keys = { headKeys: [worldHeadKey], retiredHeadKeys: [] };
const head = { log: "1", number: 7, to: 20, hash: "ab".repeat(32) };

describeEachEngine("the signed heads of a former demo", (engine) => {
  it("are set aside until the database holds a log", async () => {
    const folder = mkdtempSync(join(tmpdir(), "florin-demo-"));
    const [dataFolder, headsFile] = [join(folder, ".data"), join(folder, "heads.jsonl")];
    const isSetAside = async (databaseUrl: string | null) => {
      writeFileSync(headsFile, headLine({ ...head, ...worldSigner.signHead(head, 0) }));
      await setFormerHeadsAside({ databaseUrl, dataFolder, headsFile, ...keys });
      return !existsSync(headsFile);
    };
    mkdirSync(dataFolder);
    const bare = await engine.fresh({ migrated: false });
    expect(await isSetAside(engine.urlOf(bare))).toBe(true);
    const db = await engine.fresh({ readModels: true });
    expect(await isSetAside(engine.urlOf(db))).toBe(true);
    const site = await createSite(engine, { db });
    if (engine.name === "pglite") writeFileSync(join(dataFolder, "PG_VERSION"), "18\n");
    expect(await isSetAside(engine.urlOf(db))).toBe(false);
    await site.close();
    rmSync(folder, { recursive: true });
  });
});
