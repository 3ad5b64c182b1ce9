import { expect, inject, it } from "vitest";
import { logModel } from "#service/features/log-model.ts";
import { createDatabase, dropDatabase } from "#service/lab/testing/databases/postgres.ts";
import { exportLog } from "#service/ledger/exported/export-log.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import { asOwner } from "./kept-logs.ts";
import { makeLog } from "./make-log.ts";

/** Some more than the players that every made log begins with. */
const EVENTS = 13_000;

it("a log that was made at full speed has the events that were asked for, verifies, and can be exported", async () => {
  const superuserUrl = inject("superuserUrl");
  const name = `long_log_${process.pid}`;
  const url = await createDatabase(superuserUrl, name);
  const owner = await asOwner(url);
  const said: string[] = [];
  try {
    const { rate, bytesPerEvent } = await makeLog(owner, {
      ...{ url, events: EVENTS, folder: process.cwd() },
      say: (line) => said.push(line),
    });
    expect(rate).toBeGreaterThan(0);
    expect(bytesPerEvent).toBeGreaterThan(0);
    const report = await verifyLog(owner, { model: logModel, keys: [] });
    expect(report).toMatchObject({ ok: true });
    if (!report.ok) return;
    expect(report.summary.events).toBeGreaterThanOrEqual(EVENTS);
    expect(report.summary.events).toBeLessThan(EVENTS + 2_048);
    let lines = 0;
    const { events } = await exportLog(owner, {
      ...{ keys: [], now: Date.now },
      write: async (piece) => {
        lines += piece.split("\n").length - 1;
      },
    });
    expect(events).toBe(report.summary.events);
    expect(lines).toBeGreaterThan(events);
  } finally {
    await owner.close();
    await dropDatabase(superuserUrl, name);
  }
});
