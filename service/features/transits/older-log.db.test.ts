import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import { reconcileLogs } from "#domain/ledger/transit/reconcile.ts";
import { allProjections } from "#projections/features/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import { replay } from "#projections/replay.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { takeLog } from "#service/event-store/log-number.ts";
import { custodyModel, logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { exportLog } from "#service/ledger/exported/export-log.ts";
import { importLog } from "#service/ledger/exported/import-log.ts";
import { readHeading } from "#service/ledger/exported/read-export.ts";
import { verifyExport } from "#service/ledger/exported/verify-export.ts";
import { readTransits } from "#service/ledger/peers/read-transits.ts";
import { verifyLog } from "#service/ledger/verify.ts";

/**
 * Two logs as an earlier release exported them, whose transits carried one item each. Items of the house went there and
 * back, one of them there again, and one is under way.
 */
const LOGS = [1, 2] as const;
const folder = await mkdtemp(join(tmpdir(), "florin-single-items-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const pathOf = (log: number): string => join(folder, `log-${log}.ndjson`);
const texts = await Promise.all(
  LOGS.map(async (log) => {
    const url = new URL(`../../lab/testing/fixtures/log-of-single-items-${log}.ndjson.gz`, import.meta.url);
    const text = gunzipSync(await readFile(url)).toString("utf8");
    await writeFile(pathOf(log), text);
    return text;
  }),
);

it("logs with transits of one item each contain every earlier form", () => {
  const all = texts.join("\n").replaceAll("\\", "");
  for (const form of ['"isBack":true', '"isBack":false', '"origin":{', '"TransitClosed"'])
    expect(all).toContain(form);
  expect(all).not.toContain('"things"');
});

it("logs with transits of one item each still verify", async () => {
  for (const log of LOGS)
    expect(await verifyExport(pathOf(log), { model: logModel })).toMatchObject({ ok: true });
});

describeEachEngine("logs with transits of one item each", (engine) => {
  const imported: OpenDatabase[] = [];
  beforeAll(async () => {
    for (const log of LOGS) {
      const db = await engine.fresh();
      imported.push(db);
      await takeLog(db, log);
      expect(await importLog(db, pathOf(log), { model: logModel })).toMatchObject({ ok: true });
    }
  });
  afterAll(() => Promise.all(imported.map((db) => db.close())));

  it("are imported, verified, and exported again unchanged, line by line", async () => {
    for (const [index, log] of LOGS.entries()) {
      const db = imported[index] as OpenDatabase;
      const { keys } = await readHeading(pathOf(log));
      const options = { logId: log, model: logModel, keys, withoutTables: true };
      expect(await verifyLog(db, options)).toMatchObject({ ok: true });
      const pieces: string[] = [];
      const write = async (piece: string) => void pieces.push(piece);
      await exportLog(db, { logId: log, keys, now: () => 0, write });
      expect(pieces.join("")).toBe(texts[index]);
    }
  });

  it("give consistent read models, and agree with each other on every item", async () => {
    for (const [index, log] of LOGS.entries()) {
      const db = imported[index] as OpenDatabase;
      const target = { db, logId: log, owner: "test", statements: new Statements(eventTypes) };
      const replayed = await replay(target, allProjections);
      expect(replayed.length).toBeGreaterThan(allProjections.length);
      expect(replayed.filter((one) => one.live !== null && differs(one))).toEqual([]);
    }
    const read = await Promise.all(
      LOGS.map((log, index) => readTransits(imported[index] as OpenDatabase, log, custodyModel)),
    );
    const { problems, assets } = reconcileLogs(read);
    expect(problems).toEqual([]);
    expect(assets.map(({ underWay }) => underWay).sort()).toEqual([0n, 0n, 0n, 1n]);
  });
});
