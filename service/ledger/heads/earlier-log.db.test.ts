import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite } from "#service/lab/testing/site.ts";
import { worldSigner } from "#service/lab/testing/world.ts";
import { LogForkedError } from "./head-signing-job.ts";
import { headLine } from "./heads-file.ts";
import { logName } from "./signed-heads.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-earlier-log-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const databaseUrl = "postgres://florin@localhost/florin";

describeEachEngine("a service beside whose database heads are kept", (engine) => {
  it("does not start on a backup that lacks the newest of them", async () => {
    const headsFile = join(folder, `${engine.name}-newer.jsonl`);
    const head = { log: logName(LOG_ID), number: 900, to: 1_000, hash: "ab".repeat(32) };
    await writeFile(headsFile, headLine({ ...head, ...worldSigner.signHead(head, 0) }));
    await expect(createSite(engine, { config: { databaseUrl, headsFile } })).rejects.toThrow(LogForkedError);
  });

  it("starts although they cannot be read, and says so", async () => {
    const headsFile = join(folder, `${engine.name}-broken.jsonl`);
    await writeFile(headsFile, "not a head\n");
    const site = await createSite(engine, { config: { databaseUrl, headsFile } });
    expect(site.logLines.join()).toContain("the kept heads could not be read");
    await site.close();
  });
});
