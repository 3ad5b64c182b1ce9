import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { unpackPgliteFolder } from "#service/lab/testing/databases/pglite-folders.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { playLog } from "#service/lab/testing/logs/played-log.ts";
import { TamperedLog } from "#service/lab/testing/logs/tampered-log.ts";
import { runTool, startTool } from "#service/lab/testing/rehearsals/tools.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { createSite, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { createWorld, worldHeadKey, worldSigner } from "#service/lab/testing/world.ts";
import { exportLogTool } from "./export-log-tool.ts";
import { verifyTool } from "./verify-tool.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-verify-cli-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const keys = { HEAD_KEYS: `${worldHeadKey.keyId}:${worldHeadKey.privateKey}` };
const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  runTool(verifyTool, args, { ...keys, ...env });

describe("npm run verify on a PGlite folder", () => {
  const data = join(folder, "data");
  const env = { DATA_DIR: data };
  let db: OpenDatabase;

  beforeAll(async () => {
    await unpackPgliteFolder(data, "migrated");
    db = await openPglite(data);
    const world = await createWorld({ fresh: () => Promise.resolve(db) } as never, { db });
    await world.flip(await world.register("alice"), "rbx", "1.00");
    await world.stop();
  });

  it("exits 2 while another process has the folder", async () => {
    const locked = await run([], env);
    expect(locked).toMatchObject({ code: 2, out: "" });
    expect(locked.error).toBe(`The data folder ${data} is in use by process ${process.pid}\n`);
    await db.close();
  });

  it("exits 0 and prints the summary", async () => {
    const right = await run([], env);
    expect(right).toMatchObject({ code: 0, error: "" });
    expect(right.out).toContain("The log is right: 3 events in 3 blocks, 3 accounts, 0 flips drawn again.");
    expect(right.out).toMatch(/RBX: issued 1001000\.00 = players \d+\.\d\d .* sum 0\.00\n/);
    expect(right.out).toContain("No heads kept elsewhere were given");
  });

  it("warns as well if there is no head where heads are kept", async () => {
    const path = join(folder, "empty.jsonl");
    await writeFile(path, "");
    const right = await run(["--heads", path], env);
    expect(right.out).toContain(
      `There are no heads in ${path}, so a log that was cut off or rewritten whole looks right.\n`,
    );
  });

  it("exits 2 at a missing file of heads", async () => {
    const missing = await run(["--heads", join(folder, "no-such-file")], env);
    expect(missing).toMatchObject({ code: 2, out: "" });
    expect(missing.error).toContain("no such file");
  });

  it("exits 2 at a file of heads with other contents", async () => {
    const path = join(folder, "nonsense");
    await writeFile(path, "{}\n");
    const ran = await run(["--heads", path], env);
    expect(ran).toEqual({ code: 2, out: "", error: `${path}, line 1: this is not a signed head\n` });
  });

  it("exits 1 and names the first bad position, as a process of its own", async () => {
    db = await openPglite(data);
    const log = await TamperedLog.of(db);
    await log.run("update events set actor = 'somebody else' where position = 2");
    await db.close();
    const wrong = await startTool("verify", [], { ...keys, ...env });
    expect(wrong).toMatchObject({ code: 1, out: "" });
    expect(wrong.error).toBe(
      "First bad position: 2\nThe event's columns do not give its leaf: one of them was changed after it was written.\n",
    );
  });

  it("creates no database where there is none", async () => {
    const missing = join(folder, "missing");
    const ran = await run([], { DATA_DIR: missing });
    expect(ran).toEqual({ code: 2, out: "", error: `There is no database in ${missing}.\n` });
    expect(existsSync(missing)).toBe(false);
  });
});

describeEachEngine("npm run verify on a database with an address", (engine) => {
  // PGlite has no address: its folder is tested above.
  const onServer = it.runIf(engine.name === "postgres");

  onServer("finds a truncated log by the heads kept elsewhere", async () => {
    const heads = join(folder, `${engine.name}.jsonl`);
    const log = await playLog(engine, heads);
    const url = engine.urlOf(log.db) ?? "";
    const env = { DATABASE_URL: url };
    const right = await run(["--heads", heads], env);
    expect(right).toMatchObject({ code: 0, error: "" });
    expect(right.out).toMatch(/Signed heads: \d+ with the log, \d+ in .*\.jsonl\.\n/);
    expect(right.out).toContain(`They vouch for the log up to its last position, ${log.newest}.\n`);
    const [first = ""] = (await readFile(heads, "utf8")).split("\n");
    await writeFile(`${heads}.old`, `${first}\n`);
    const old = await run(["--heads", `${heads}.old`], env);
    expect(old.out).toMatch(
      new RegExp(
        `They vouch for the log up to position ${JSON.parse(first).to}: events after it that were cut off`,
      ),
    );

    await log.tampered.cutNewestBlock();
    expect((await run([], env)).code).toBe(0);
    const cut = await run(["--heads", heads], env);
    expect(cut.code).toBe(1);
    expect(cut.error).toMatch(
      /^First bad position: \d+\nThe log ends at position \d+, but the head kept elsewhere/,
    );
    await log.db.close();
  });

  onServer("takes the keys that count from a file, as the API answers them", async () => {
    const heads = join(folder, `${engine.name}-keys.jsonl`);
    const log = await playLog(engine, heads);
    const url = engine.urlOf(log.db) ?? "";
    const keys = join(folder, "keys.json");
    await writeFile(keys, JSON.stringify(worldSigner.publicKeys()));
    const other = { DATABASE_URL: url, HEAD_KEYS: `h9:${Buffer.alloc(32, 9).toString("base64")}` };
    expect((await run(["--keys", keys], other)).code).toBe(0);
    const unknown = await run([], other);
    expect(unknown.code).toBe(1);
    expect(unknown.error).toContain(`the key "${worldHeadKey.keyId}", which is not known`);
    await writeFile(keys, "{}");
    const broken = await run(["--keys", keys], other);
    expect(broken).toMatchObject({ code: 2 });
    expect(broken.error).toContain("does not hold keys");
    await log.db.close();
  });

  onServer(
    "given the admins of the settings, finds acts of staff by anybody whom no grant made one",
    async () => {
      const site = await createSite(engine);
      const admin = await site.player("admin");
      const reason = "A raid.";
      const slowed = await admin.ask("PUT /api/chat/slow", { seconds: 5, minutes: 5, reason });
      expect(slowed.status).toBe(200);
      const url = engine.urlOf(site.db) ?? "";
      const [of] = await site.db.query<{ player_id: string; position: bigint }>(
        `select i.player_id, e.position from identities i, events e
        where i.platform_id = $1 and e.type = 'ChatSlowed'`,
        [subOf("admin")],
      );
      const file = join(folder, "admins.ndjson");
      const env = { HEAD_KEYS: DEMO_KEYS.HEAD_KEYS, DATABASE_URL: url };
      expect(await runTool(exportLogTool, ["--out", file], env)).toMatchObject({ code: 0 });
      const wrong = {
        code: 1,
        error: `First bad position: ${of?.position}\nChatSlowed is by ${of?.player_id}, who had no role for it.\n`,
      };
      const right = { code: 0, error: "" };
      const others = subOf("admin2");
      for (const [args, found] of [
        [[], right],
        [["--admins", others], wrong],
        [["--admins", `${others},${subOf("admin")}`], right],
        [["--admins", of?.player_id ?? ""], right],
        [["--log", file], right],
        [["--log", file, "--admins", "p_else"], wrong],
        [["--log", file, "--admins", of?.player_id ?? ""], right],
      ] as const)
        expect(await run([...args], env), args.join(" ")).toMatchObject(found);

      const ofFile = await run(["--log", file, "--admins", subOf("admin")], env);
      expect(ofFile.code).toBe(2);
      expect(ofFile.error).toContain(`knows players by ids such as p_..., not by ${subOf("admin")}.`);
      const unknown = await run(["--admins", `${others},${of?.player_id}`], env);
      expect(unknown).toMatchObject(right);
      expect(unknown.out).toContain(`--admins: nobody here has the id ${others} on the platform.`);
      await site.close();
    },
  );

  onServer("where only drand decided games, finds one that a beacon of the house did", async () => {
    const site = await createSite(engine, { clock: new RunningClock(SITE_BEGINS_AT) });
    const [alice, bob] = [await site.player("alice"), await site.player("bob")];
    const flip = await alice.post("/api/live-coinflips", { betAmount: 10, betSide: "rbx" });
    const { id } = flip.as(endpoints.openCoinflip);
    expect((await bob.post(`/api/live-coinflips/${id}/join`, {})).status).toBe(200);
    const settled = () =>
      site.db.query<{ position: bigint }>("select position from events where type = 'CoinflipSettled'");
    await expect.poll(settled).toHaveLength(1);
    const [{ position } = { position: 0n }] = await settled();
    const env = { HEAD_KEYS: DEMO_KEYS.HEAD_KEYS, DATABASE_URL: engine.urlOf(site.db) ?? "" };
    const file = join(folder, "beacons.ndjson");
    expect(await runTool(exportLogTool, ["--out", file], env)).toMatchObject({ code: 0 });
    const error = `First bad position: ${position}\nAnother beacon than drand decided a game.\n`;
    for (const from of [[], ["--log", file]]) {
      expect(await run(from, env)).toMatchObject({ code: 0, error: "" });
      expect(await run([...from, "--drand"], env)).toMatchObject({ code: 1, error });
    }
    await site.close();
  });
});

describe("npm run verify that cannot run", () => {
  it.each([
    ["an unknown option", ["--nonsense"], {}, /Unknown option '--nonsense'/],
    ["an unreachable server", [], { DATABASE_URL: "postgres://x@127.0.0.1:1/x" }, /cannot be reached/],
    ["an invalid address", [], { DATABASE_URL: "mysql://x" }, /DATABASE_URL: must begin with postgres/],
  ])("exits 2 and says why: %s", async (_, args, env, sentence) => {
    const ran = await run(args, env);
    expect(ran.code).toBe(2);
    expect(ran.error).toMatch(sentence);
    expect(ran.error).not.toMatch(/^\s+at /m);
  });
});
