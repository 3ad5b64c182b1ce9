import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { createDatabase, dropDatabase } from "#service/lab/testing/databases/postgres.ts";
import { siteTemplate } from "#service/lab/testing/databases/postgres-for-tests.ts";
import { runTool } from "#service/lab/testing/rehearsals/tools.ts";
import { createHeadSigner, type HeadKey } from "#service/ledger/heads/head-signer.ts";
import { headLine } from "#service/ledger/heads/heads-file.ts";
import { seedTool } from "./seed-tool.ts";
import { verifyTool } from "./verify-tool.ts";

const NAME = `florin_seed_${process.pid}`;
const superuserUrl = inject("superuserUrl");
const folder = await mkdtemp(join(tmpdir(), "florin-seed-heads-"));
afterAll(async () => {
  await dropDatabase(superuserUrl, NAME);
  await rm(folder, { recursive: true, force: true });
});

const [keyId = "", privateKey = ""] = DEMO_KEYS.HEAD_KEYS.split(":");
const headBy = (key: HeadKey): string => {
  const head = { log: "1", number: 900, to: 1_000, hash: "ab".repeat(32) };
  return headLine({ ...head, ...createHeadSigner({ keys: [key] }).signHead(head, 0) });
};
const ofDemo = headBy({ keyId, privateKey });
const ofService = headBy({ keyId, privateKey: Buffer.alloc(32, 9).toString("base64") });

describe("a seed beside the heads of a log that is gone", { timeout: 180_000 }, () => {
  it("sets those of a demo aside and says where; it leaves those of a service, and a log that lacks some", async () => {
    const heads = join(folder, "heads.jsonl");
    const url = await createDatabase(superuserUrl, NAME, siteTemplate);
    const env = { DATABASE_URL: url, HEADS_FILE: heads, LOG_LEVEL: "silent" };
    const seed = (...args: string[]) => runTool(seedTool, ["--days", "0.01", ...args], env);

    await writeFile(heads, ofService);
    expect(await seed()).toMatchObject({
      ...{ code: 2, out: "" },
      error: expect.stringContaining("no key of this demo"),
    });
    expect(await readFile(heads, "utf8")).toBe(ofService);

    await writeFile(heads, ofDemo);
    expect(await seed()).toMatchObject({
      ...{ code: 0, error: "" },
      out: expect.stringContaining(`the signed heads of the former one are in ${heads}.1\n`),
    });
    expect(await readFile(`${heads}.1`, "utf8")).toBe(ofDemo);
    expect(
      await runTool(verifyTool, ["--heads", heads], { ...env, HEAD_KEYS: DEMO_KEYS.HEAD_KEYS }),
    ).toMatchObject({ code: 0 });

    await writeFile(heads, ofDemo);
    expect(await seed("--force")).toMatchObject({
      ...{ code: 2, out: "" },
      error: expect.stringMatching(/^The log no longer holds block 900 .+\n$/),
    });
  });
});
