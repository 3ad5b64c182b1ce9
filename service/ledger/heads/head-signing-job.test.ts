import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Row } from "#projections/kernel/sql.ts";
import { worldSigner } from "#service/lab/testing/world.ts";
import { HeadSigningJob, LogForkedError } from "./head-signing-job.ts";
import { headLine } from "./heads-file.ts";
import { logName } from "./signed-heads.ts";

const LOG = 1;
const HASH = "ab".repeat(32);
const folder = await mkdtemp(join(tmpdir(), "florin-held-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = join(folder, "heads.jsonl");

/** A job on a log with a block 7, or without one, and a file with a signed head of block 7. */
async function jobOn(block: Row | null, log = logName(LOG)): Promise<HeadSigningJob> {
  const head = { log, number: 7, to: 20, hash: HASH };
  await writeFile(file, headLine({ ...head, ...worldSigner.signHead(head, 0) }));
  return new HeadSigningJob({ ...contextOf(block), file });
}

const contextOf = (block: Row | null) => {
  const answer = async () => (block === null ? [] : [block]) as never[];
  return { sql: { query: answer, run: answer }, logId: LOG, signer: worldSigner, now: () => 0 };
};

const held = { to_position: 20n, hash: Buffer.from(HASH, "hex") };

test("a head that a full database cannot store is trouble until one is kept", async () => {
  const context = contextOf(null);
  let isFull = true;
  const sql = {
    ...context.sql,
    run: async () => {
      if (isFull) throw Object.assign(new Error("No space left on device"), { code: "53100" });
      return [];
    },
  };
  const job = new HeadSigningJob({ ...context, sql, file: join(folder, "full.jsonl") });
  await expect(job.keep()).rejects.toThrow("No space left");
  expect(job.trouble).toEqual({ setting: null, reason: "No space left on device" });
  isFull = false;
  await job.keep();
  expect(job.trouble).toBeNull();
});

describe("the newest kept head", () => {
  test("matches the log that it was signed of", async () => {
    await (await jobOn(held)).assertHeld();
  });

  test("is missing in a log that ends earlier, ends block 7 elsewhere, or was rewritten", async () => {
    for (const other of [null, { ...held, to_position: 19n }, { ...held, hash: new Uint8Array(32) }])
      await expect((await jobOn(other)).assertHeld()).rejects.toThrow(
        `The log no longer holds block 7 up to position 20 as it was signed at 1970-01-01T00:00:00.000Z: restore it up to there, or set the heads in ${file} aside`,
      );
  });

  test("is missing in another log, whatever that contains", async () => {
    await expect((await jobOn(held, "2")).assertHeld()).rejects.toThrow(LogForkedError);
  });

  test("may be absent", async () => {
    await new HeadSigningJob({ ...contextOf(null), file: join(folder, "none.jsonl") }).assertHeld();
  });
});
