import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Receipt } from "#domain/ledger/proof.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { receiptFor } from "#service/features/proofs/receipts.ts";
import { unpackPgliteFolder } from "#service/lab/testing/databases/pglite-folders.ts";
import { runTool, startTool } from "#service/lab/testing/rehearsals/tools.ts";
import { createWorld, worldHeadKey, worldSigner } from "#service/lab/testing/world.ts";
import { HeadSigningJob } from "#service/ledger/heads/head-signing-job.ts";
import { headLine, readHeads } from "#service/ledger/heads/heads-file.ts";
import { exportLogTool } from "./export-log-tool.ts";
import { importLogTool } from "./import-log-tool.ts";
import { verifyTool } from "./verify-tool.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-export-cli-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

const tools = { "export-log": exportLogTool, "import-log": importLogTool, verify: verifyTool };
const run = (name: keyof typeof tools, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runTool(tools[name], args, { DATA_DIR: at("nothing"), ...env });

describe("a log that leaves its database", () => {
  let receipt: Receipt;
  beforeAll(async () => {
    await unpackPgliteFolder(at("data"), "migrated");
    const db = await openPglite(at("data"));
    const world = await createWorld({ fresh: () => Promise.resolve(db) } as never, { db });
    const alice = await world.register("alice");
    const flip = await world.flip(alice, "rbx", "1.00");
    const signing = { sql: db, logId: LOG_ID, signer: worldSigner, now: () => world.now };
    await new HeadSigningJob({ ...signing, file: at("heads.jsonl") }).keep();
    const found = await receiptFor(alice, flip.kind === "committed" ? flip.position : 0, signing);
    if (found === null) throw new Error("There is a receipt for the flip");
    receipt = found;
    await writeFile(at("receipt.json"), JSON.stringify(receipt, null, 2));
    await writeFile(at("keys.json"), JSON.stringify(worldSigner.publicKeys()));
    await world.stop();
    await db.close();
  });
  const kept = ["--heads", at("heads.jsonl"), "--keys", at("keys.json")];

  it("is exported, verified from the file alone, and imported into an empty database", async () => {
    const env = { DATA_DIR: at("data"), HEAD_KEYS: `${worldHeadKey.keyId}:${worldHeadKey.privateKey}` };
    const file = at("log.ndjson");
    expect(await startTool("export-log", ["--out", file], env)).toMatchObject({ code: 0, error: "" });
    expect(existsSync(`${file}.part`)).toBe(false);
    const verified = await run("verify", ["--log", file, ...kept]);
    expect(verified).toMatchObject({ code: 0, error: "" });
    expect(verified.out).toMatch(/The log is right: 3 events in 3 blocks/);
    expect((await run("verify", ["--log", file])).out).toContain("bring keys learnt elsewhere");
    // Unpacked, since initialising an empty one takes several times as long as all the rest.
    await unpackPgliteFolder(at("copy"), "empty");
    const copy = { DATA_DIR: at("copy") };
    expect(await startTool("import-log", ["--in", file, "--keys", at("keys.json")], copy)).toMatchObject({
      code: 0,
      error: "",
    });
    expect((await run("verify", ["--without-seeds", ...kept], copy)).code).toBe(0);
    const again = await run("import-log", ["--in", file], copy);
    expect(again).toMatchObject({ code: 2 });
    expect(again.error).toBe("The database holds a log already, up to position 3.\n");
    expect((await run("export-log", ["--out", file], env)).error).toContain("EEXIST");
  });

  it("is not imported when changed, and its first bad position is named", async () => {
    const text = await readFile(at("log.ndjson"), "utf8");
    await writeFile(at("forged.ndjson"), text.replace('"actor":"player:p_alice"', '"actor":"player:p_bob"'));
    await unpackPgliteFolder(at("never"), "migrated");
    const env = { DATA_DIR: at("never") };
    const forged = await run("import-log", ["--in", at("forged.ndjson")], env);
    expect(forged.code).toBe(1);
    expect(forged.error).toMatch(/^Nothing was imported. First bad position: \d\n/);
    expect((await run("verify", ["--log", at("forged.ndjson")])).code).toBe(1);
  });

  it("is proven by one receipt and one command", async () => {
    const right = await run("verify", ["--receipt", at("receipt.json"), ...kept]);
    expect(right).toMatchObject({ code: 0, error: "" });
    expect(right.out).toContain(
      `The receipt is right: position ${receipt.block.from} of the log 1 is CoinFlipped.`,
    );
    expect(right.out).toMatch(/The head in .*heads\.jsonl, signed at \S+, is the same\.\n$/);
    await writeFile(at("empty.jsonl"), "");
    const alone = await run("verify", [
      "--receipt",
      at("receipt.json"),
      ...kept,
      "--heads",
      at("empty.jsonl"),
    ]);
    expect(alone).toMatchObject({ code: 0 });
    expect(alone.out).toMatch(
      /There is no head of that block in .*: nothing kept elsewhere vouches for it\.\n$/,
    );
    const event = Buffer.from(receipt.event, "base64")
      .toString("utf8")
      .replace('"stake":"100"', '"stake":"900"');
    const forged = { ...receipt, event: Buffer.from(event).toString("base64") };
    await writeFile(at("forged.json"), JSON.stringify(forged));
    expect(await run("verify", ["--receipt", at("forged.json"), ...kept])).toEqual({
      code: 1,
      out: "",
      error: "The receipt proves nothing: The event's bytes do not give the leaf.\n",
    });
    const unknown = await run("verify", ["--receipt", at("receipt.json")]);
    expect(unknown.error).toContain("which is not known");
    await writeFile(at("nothing.json"), "{}");
    expect((await run("verify", ["--receipt", at("nothing.json")])).code).toBe(2);
  });

  it("recognises a receipt of another history by the kept heads", async () => {
    let lines = "";
    for await (const head of readHeads(at("heads.jsonl")))
      lines += headLine({ ...head, hash: "ab".repeat(32) });
    await writeFile(at("other.jsonl"), lines);
    const other = ["--heads", at("other.jsonl"), "--keys", at("keys.json")];
    const forked = await run("verify", ["--receipt", at("receipt.json"), ...other]);
    expect(forked.code).toBe(1);
    expect(forked.error).toMatch(/The head of block 3 that was kept elsewhere, signed at .*, is another/);
  });
});
