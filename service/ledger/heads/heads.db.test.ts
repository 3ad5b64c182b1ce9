import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { headProblem } from "#domain/ledger/receipt.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld, type World, worldHeadKey, worldSigner } from "#service/lab/testing/world.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";
import { createHeadSigner } from "./head-signer.ts";
import { HeadSigningJob, type HeadSigningJobOptions, KEEP_EVERY_MS } from "./head-signing-job.ts";
import { headLine } from "./heads-file.ts";
import { logName, type SigningContext, signedHead } from "./signed-heads.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-heads-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
let files = 0;

describeEachEngine("signed heads", (engine) => {
  let world: World;
  let alice: string;
  let file: string;
  const troubles: string[] = [];

  const contextOf = (signer = worldSigner): SigningContext => ({
    sql: world.db,
    logId: LOG_ID,
    signer,
    now: () => world.now,
  });
  const jobOf = (options: Partial<HeadSigningJobOptions> = {}): HeadSigningJob =>
    new HeadSigningJob({
      ...contextOf(),
      file,
      onTrouble: (what, error) => troubles.push(`${what}: ${error.message}`),
      ...options,
    });
  const newest = () => {
    const { block: number, position: to, hash } = world.writer.head;
    return { number, to, hash };
  };
  const stored = () => world.db.query("select number, key_id from signed_heads order by number, key_id");

  beforeEach(async () => {
    files += 1;
    file = join(folder, `${files}.jsonl`);
    troubles.length = 0;
    world = await createWorld(engine, { role: serviceRole });
    alice = await world.register("alice");
  });
  afterEach(async () => {
    await world.stop();
    await world.db.close();
  });

  it("are signed once and then returned unchanged", async () => {
    const head = await signedHead(newest(), contextOf());
    expect(head).toMatchObject({ log: "1", number: 2, to: 2, keyId: worldHeadKey.keyId });
    expect(head.hash).toBe(Buffer.from(world.writer.head.hash).toString("hex"));
    const { keys } = worldSigner.publicKeys();
    expect(await headProblem(head, { keys, verifyEd25519 })).toBeNull();
    world.wait(1_000);
    expect(await signedHead(newest(), contextOf())).toEqual(head);
    expect(await stored()).toEqual([{ number: 2n, key_id: worldHeadKey.keyId }]);
  });

  it("are the same for all concurrent callers", async () => {
    const asked = Array.from({ length: 8 }, () => {
      world.wait(1);
      return signedHead(newest(), contextOf());
    });
    const heads = await Promise.all(asked);
    expect(new Set(heads.map(headLine)).size).toBe(1);
  });

  it("by an older key still count, and are signed again once that key is no longer known", async () => {
    const older = await signedHead(newest(), contextOf());
    const next = { keyId: "h2", privateKey: Buffer.alloc(32, 5).toString("base64") };
    const both = createHeadSigner({ keys: [next, worldHeadKey] });
    expect(await signedHead(newest(), contextOf(both))).toEqual(older);
    const alone = createHeadSigner({ keys: [next] });
    expect(await signedHead(newest(), contextOf(alone))).toMatchObject({ keyId: "h2", hash: older.hash });
    expect(await stored()).toHaveLength(2);
    // Of two that count, the newest key's.
    expect(await signedHead(newest(), contextOf(both))).toMatchObject({ keyId: "h2" });
    const turned = createHeadSigner({ keys: [worldHeadKey, next] });
    expect(await signedHead(newest(), contextOf(turned))).toEqual(older);
  });

  it("are kept in the file, newest last, and only new ones", async () => {
    const job = jobOf();
    const first = await job.keep();
    expect(await job.keep()).toBeNull();
    await world.flip(alice, "rbx", "1.00");
    const second = await job.keep();
    expect(second).toMatchObject({ number: 3, to: 3 });
    if (first === null || second === null) throw new Error("Both heads are new");
    expect(await readFile(file, "utf8")).toBe(headLine(first) + headLine(second));
    expect(await stored()).toHaveLength(2);
  });

  it("are not written twice by a restarted job", async () => {
    await jobOf().keep();
    expect(await jobOf().keep()).toBeNull();
    await appendFile(file, '{"log":"1","num');
    await world.flip(alice, "tix", "1.00");
    expect(await jobOf().keep()).toMatchObject({ number: 3 });
    expect((await readFile(file, "utf8")).trimEnd().split("\n")).toHaveLength(2);
  });

  it("are kept each minute and at stop", async () => {
    const ticks: { ms: number; work: () => void }[] = [];
    let stopped = 0;
    const every = (ms: number, work: () => void) => {
      ticks.push({ ms, work });
      return () => {
        stopped += 1;
      };
    };
    const job = jobOf({ every });
    job.start();
    job.start();
    expect(ticks.map(({ ms }) => ms)).toEqual([KEEP_EVERY_MS]);
    expect(KEEP_EVERY_MS).toBe(60_000);
    ticks[0]?.work();
    await job.keep();
    expect(await stored()).toHaveLength(1);
    await world.flip(alice, "rbx", "1.00");
    await job.stop();
    expect(stopped).toBe(1);
    expect(await stored()).toHaveLength(2);
    expect(troubles).toEqual([]);
  });

  it("are not signed of a log that has lost an earlier head", async () => {
    const foreign = { log: logName(LOG_ID), number: 2, to: 2, hash: "ab".repeat(32) };
    const line = headLine({ ...foreign, ...worldSigner.signHead(foreign, world.now) });
    await appendFile(file, line);
    const job = jobOf();
    await expect(job.keep()).rejects.toThrow("no longer holds block 2 up to position 2");
    await job.stop();
    expect(troubles).toEqual([
      expect.stringContaining("the newest head was not kept: The log no longer holds"),
    ]);
    expect(await readFile(file, "utf8")).toBe(line);
    expect(await stored()).toEqual([]);
  });

  it("do not exist while there is no event", async () => {
    const empty = await engine.fresh();
    expect(await jobOf({ sql: empty }).keep()).toBeNull();
    await empty.close();
  });
});
