import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { identifier, type OpenDatabase } from "#service/db/database.ts";
import { logModel } from "#service/features/log-model.ts";
import { createDatabase, dropDatabase } from "#service/lab/testing/databases/postgres.ts";
import { exportLog } from "#service/ledger/exported/export-log.ts";
import { type VerifyReport, verifyLog } from "#service/ledger/verify.ts";
import { asOwner } from "./kept-logs.ts";
import { makeLog } from "./make-log.ts";

/** Somewhat more than the players of every made log. */
const EVENTS = 13_000;
/** Bets that may be under way when a log is long enough. */
const UNDER_WAY_MAX = 2_048;
/** Time until the statistics of a closed connection are available, in milliseconds. */
const COUNTED_MS = 1_500;
/** Most bytes per event that a verification may write for its sorts: 4,900 if rows carried runs. */
const SORTED_BYTES_MAX = 3_000;
const NAME = identifier(`long_log_${process.pid}`);
const superuserUrl = inject("superuserUrl");

let owner: OpenDatabase;
let url: string;
let made: Awaited<ReturnType<typeof makeLog>>;
/** Bytes that sorts have written to the disk so far. */
let written: number;
let usual: Verified;

interface Verified {
  readonly report: VerifyReport;
  /** Bytes that its sorts wrote to the disk. */
  readonly bytes: number;
}

async function writtenSoFar(): Promise<number> {
  await sleep(COUNTED_MS);
  const [row] = await owner.query<{ bytes: bigint }>(
    "select temp_bytes as bytes from pg_stat_database where datname = current_database()",
  );
  return Number(row?.bytes);
}

async function verified(options: { readonly sortMemory?: string }): Promise<Verified> {
  const before = written;
  const reader = await asOwner(url);
  const report = await verifyLog(reader, { model: logModel, keys: [], ...options });
  await reader.close();
  written = await writtenSoFar();
  return { report, bytes: written - before };
}

beforeAll(async () => {
  url = await createDatabase(superuserUrl, NAME);
  owner = await asOwner(url);
  made = await makeLog(owner, { url, events: EVENTS, folder: process.cwd(), say: () => {} });
  written = await writtenSoFar();
  // Both tests need it, and it takes seconds.
  usual = await verified({});
});

afterAll(async () => {
  await owner.close();
  await dropDatabase(superuserUrl, NAME);
});

it("a log made at full speed has the requested events, verifies, and can be exported", async () => {
  expect(made.rate).toBeGreaterThan(0);
  expect(made.bytesPerEvent).toBeGreaterThan(0);
  const { report } = usual;
  if (!report.ok) throw new Error(report.problem.sentence);
  expect(report.summary.events).toBeGreaterThanOrEqual(EVENTS);
  expect(report.summary.events).toBeLessThan(EVENTS + UNDER_WAY_MAX);
  const { events } = await exportLog(owner, { keys: [], now: Date.now, write: async () => {} });
  expect(events).toBe(report.summary.events);
});

it("a verification sorts entries without their runs, and in memory as far as possible", async () => {
  const sorted = await verified({ sortMemory: "4MB" });
  expect(sorted.report).toMatchObject({ ok: true });
  expect(sorted.bytes).toBeGreaterThan(0);
  expect(sorted.bytes).toBeLessThan(SORTED_BYTES_MAX * EVENTS);
  expect(usual.bytes).toBe(0);
});
