import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { headProblem, type SignedHead } from "#domain/ledger/receipt.ts";
import { serviceRole } from "#service/db/schema/roles.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld, type World, worldSigner } from "#service/lab/testing/world.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";
import { exportLog } from "#service/ledger/exported/export-log.ts";
import { verifyExport } from "#service/ledger/exported/verify-export.ts";
import { HeadSigningJob, LogForkedError } from "./head-signing-job.ts";
import { readHeads } from "./head-sources.ts";
import { headLine } from "./heads-file.ts";
import { HeadsFolder } from "./heads-folder.ts";

const root = await mkdtemp(join(tmpdir(), "florin-head-sources-"));
afterAll(() => rm(root, { recursive: true, force: true }));
const { keys } = worldSigner.publicKeys();
let worlds = 0;

describeEachEngine("a folder with the heads of the signing job", (engine) => {
  let world: World;
  let alice: string;
  let base: string;
  let folder: string;
  let file: string;
  let job: HeadSigningJob;
  let tick: () => Promise<void>;
  const troubles: string[] = [];

  /** A job whose minutes pass on demand. */
  function jobWith(own: string) {
    let work: () => void = () => {
      throw new Error("It has not begun");
    };
    const made = new HeadSigningJob({
      sql: world.db,
      logId: LOG_ID,
      signer: worldSigner,
      now: () => world.now,
      file: own,
      folder,
      every: (_ms, each) => {
        work = each;
        return () => undefined;
      },
      onTrouble: (what, error) => troubles.push(`${what}: ${error.message}`),
    });
    made.start();
    const minute = async () => {
      world.wait(60_000);
      work();
      // Waits for earlier work; the job reports errors itself.
      await made.keep().catch(() => undefined);
    };
    return { made, minute };
  }

  beforeEach(async () => {
    worlds += 1;
    base = join(root, String(worlds));
    [folder, file] = [join(base, "heads"), `${base}.jsonl`];
    await mkdir(folder, { recursive: true });
    troubles.length = 0;
    world = await createWorld(engine, { role: serviceRole });
    alice = await world.register("alice");
    ({ made: job, minute: tick } = jobWith(file));
  });
  afterEach(async () => {
    await world.stop();
    await world.db.close();
  });

  const flip = () => world.flip(alice, "rbx", "1.00");
  const headsIn = async (path: string): Promise<SignedHead[]> => {
    const heads: SignedHead[] = [];
    for await (const head of readHeads(path, LOG_ID)) heads.push(head);
    return heads;
  };
  const numbersIn = async (path: string) => (await headsIn(path)).map(({ number }) => number);
  const filesIn = async () => (await readdir(folder, { recursive: true })).map(String).sort();
  /** The problem found in the exported log by the heads of the folder; null for none. */
  async function problemOfExport(): Promise<string | null> {
    const pieces: string[] = [];
    await exportLog(world.db, { keys, now: () => 0, write: async (piece) => void pieces.push(piece) });
    const exported = `${base}.ndjson`;
    await writeFile(exported, pieces.join(""));
    const report = await verifyExport(exported, { model: logModel, keys, heads: readHeads(folder, LOG_ID) });
    if (report.ok) expect(report.summary.headsElsewhere).toBe((await headsIn(folder)).length);
    return report.ok ? null : report.problem.sentence;
  }

  it("is compared with a log by the heads of that log alone", async () => {
    await flip();
    await job.keep();
    const [head] = await headsIn(folder);
    if (head === undefined) throw new Error("A head is kept");
    await new HeadsFolder(folder).keep({ ...head, log: "2" });
    expect(await problemOfExport()).toBeNull();
  });

  it("keeps a process from starting whose log lacks a head kept by another process", async () => {
    const { made: other } = jobWith(`${base}-other.jsonl`);
    await flip();
    await job.keep();
    // The second process has an empty file of its own.
    await expect(other.assertHeld()).resolves.toBeUndefined();
    const unsigned = { log: String(LOG_ID), number: 99, to: 200, hash: "ab".repeat(32) };
    await new HeadsFolder(folder).keep({ ...unsigned, ...worldSigner.signHead(unsigned, world.now) });
    await expect(other.assertHeld()).rejects.toThrow(LogForkedError);
    // Heads of another log in the same folder do not matter here.
    await rm(folder, { recursive: true });
    await mkdir(folder);
    const foreign = { ...unsigned, log: "7" };
    await new HeadsFolder(folder).keep({ ...foreign, ...worldSigner.signHead(foreign, world.now) });
    await expect(other.assertHeld()).resolves.toBeUndefined();
    await other.stop();
  });

  it("gets a signed head each minute with events, and verifies an export", async () => {
    for (let minute = 0; minute < 3; minute += 1) {
      await flip();
      await tick();
      await tick();
    }
    const heads = await headsIn(folder);
    expect(heads.map(({ number }) => number)).toEqual([3, 4, 5]);
    expect(heads).toEqual(await headsIn(file));
    for (const head of heads) expect(await headProblem(head, { keys, verifyEd25519 })).toBeNull();
    expect(await problemOfExport()).toBeNull();
    await flip();
    await job.stop();
    expect(await numbersIn(folder)).toEqual([3, 4, 5, 6]);
    expect(troubles).toEqual([]);
  });

  it("may be unavailable: the file continues, and the newest head follows once it is back", async () => {
    await flip();
    await tick();
    await rename(base, `${base}-away`);
    // A file in its place, so that nothing can be created there.
    await writeFile(base, "");
    for (let minute = 0; minute < 2; minute += 1) {
      await flip();
      await tick();
    }
    expect(await numbersIn(file)).toEqual([3, 4, 5]);
    expect(troubles.length).toBeGreaterThanOrEqual(2);
    expect(new Set(troubles)).toEqual(
      new Set([
        `the newest head was not kept: HEADS_DIR: signed heads cannot be written to ${folder}: not a directory`,
      ]),
    );
    expect(job.trouble).toMatchObject({ setting: "HEADS_DIR" });
    const told = troubles.length;
    await rm(base);
    await rename(`${base}-away`, base);
    await tick();
    await tick();
    expect(await numbersIn(folder)).toEqual([3, 5]);
    expect(troubles).toHaveLength(told);
    expect(job.trouble).toBeNull();
    expect(await problemOfExport()).toBeNull();
  });

  it("gets the newest head of the file from the next job, if it was unavailable when the last one ended", async () => {
    await rm(folder, { recursive: true });
    await flip();
    await job.stop();
    expect(troubles).toHaveLength(1);
    await mkdir(folder);
    await jobWith(file).minute();
    expect(await headsIn(folder)).toEqual(await headsIn(file));
    expect(await numbersIn(folder)).toEqual([3]);
  });

  it("has one file per head, however many processes use it", async () => {
    const other = jobWith(`${file}.other`);
    await flip();
    await Promise.all([tick(), other.minute(), tick(), other.minute()]);
    expect(await numbersIn(folder)).toEqual([3]);
    expect(await filesIn()).toHaveLength(2);
    expect(troubles).toEqual([]);
  });

  it("never overwrites another head, and the verifier finds the foreign one", async () => {
    await flip();
    await tick();
    const [, kept = ""] = await filesIn();
    const foreign = { log: String(LOG_ID), number: 4, to: 4, hash: "ab".repeat(32) };
    const line = headLine({ ...foreign, ...worldSigner.signHead(foreign, world.now) });
    const path = join(folder, kept.replace("000003", "000004"));
    await writeFile(path, line);
    await flip();
    await tick();
    await tick();
    expect(await readFile(path, "utf8")).toBe(line);
    expect(troubles[0]).toContain("the head of another history than this process writes");
    expect(await numbersIn(file)).toEqual([3, 4]);
    expect(await filesIn()).toHaveLength(3);
    expect(await problemOfExport()).toMatch(/head/i);
    // Later heads are kept nevertheless.
    await flip();
    await tick();
    expect(await numbersIn(folder)).toEqual([3, 4, 5]);
    expect(await readFile(path, "utf8")).toBe(line);
  });
});
