import assert from "node:assert/strict";
import { formatMinor, minor } from "#domain/kernel/money.ts";
import { type ReceiptPorts, verifyReceipt } from "#domain/ledger/receipt.ts";
import { allProjections } from "#projections/features/all.ts";
import { balanceOfHoldings } from "#projections/features/ledger/balance-of-holdings.ts";
import { trialBalance } from "#projections/features/ledger/trial-balance.ts";
import { gameRevenue } from "#projections/features/revenue/game-revenue.ts";
import { revenueBy } from "#projections/features/revenue/revenue.ts";
import { creatorEarnings } from "#projections/features/user-games/earnings-of.ts";
import { ownUserGames } from "#projections/features/user-games/game-list.ts";
import { eventOf } from "#projections/kernel/events/event-rows.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { replay } from "#projections/replay.ts";
import {
  allNames,
  liveDigests,
  PATIENCE_MS,
  shadowWorld,
  type TestRuntime,
} from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { classify, sqlState } from "#service/db/errors.ts";
import { sha256 } from "#service/event-store/append/hashing.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { logModel } from "#service/features/log-model.ts";
import { worldSigner } from "#service/lab/testing/world.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";
import { receiptOf } from "#service/ledger/receipts.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import type { StoredLog } from "./database/stored-log.ts";

const { keys } = worldSigner.publicKeys();
const ports: ReceiptPorts = { keys, sha256: async (bytes) => sha256(bytes), verifyEd25519 };
/** Receipts verified per log. */
const RECEIPTS_MAX = 12;

/** A day after all others, counted from 1970. */
const DAYS_OF_ALL = 1_000_000;

/** Verifies a log as an operator does, and some receipts as players do. */
export async function auditLog(db: OpenDatabase, log: StoredLog): Promise<void> {
  const report = await verifyLog(db, { model: logModel, keys });
  assert(report.ok, report.ok ? "" : report.problem.sentence);
  assert.equal(report.summary.events, log.events.length);
  for (const { asset, sum } of report.summary.trialBalance) assert.equal(sum, 0n, `${asset} sums to zero`);
  const every = Math.max(1, Math.floor(log.events.length / RECEIPTS_MAX));
  const context = { sql: db, logId: LOG_ID, signer: worldSigner, now: () => Date.now() };
  for (const [index, event] of log.events.entries()) {
    if (index % every !== 0) continue;
    const receipt = await receiptOf(index + 1, context);
    assert(receipt !== null, `there is a receipt for ${index + 1}`);
    assert.deepEqual(await verifyReceipt(receipt, ports), { ok: true, event: eventOf(event) });
  }
}

/**
 * Lets read models reach the end of the log, and rebuilds them: incremental, replayed and rebuilt are byte-identical.
 * @returns the digest of each, including holdings and entries
 */
export async function auditReadModels(
  db: OpenDatabase,
  models: TestRuntime,
  head: number,
): Promise<Readonly<Record<string, string>>> {
  models.wake();
  assert(await models.whenReached(allNames, head, PATIENCE_MS), "the read models reach the head");
  const incremental = await liveDigests(db);
  const comparisons = await replay(shadowWorld(db), allProjections);
  assert.deepEqual(comparisons.filter(differs), [], "replayed is the same as incremental");
  for (const { name, position, live } of comparisons) {
    assert.equal(position, head, `${name} was compared at the head`);
    assert(live !== null, `${name} was compared`);
  }
  // One without rows was just built a second time, without rows again.
  const filled = comparisons.flatMap(({ name, rows }) => (rows > 0 && allNames.includes(name) ? [name] : []));
  assert(filled.length > 0, "the log left rows in read models");
  assert.deepEqual((await models.rebuild(filled)).filter(differs), []);
  assert.deepEqual(await liveDigests(db), incremental, "rebuilt is the same as incremental");
  const books = await balanceOfHoldings({ sql: db, logId: LOG_ID });
  assert.deepEqual(await trialBalance(models), books, "the trial balance is that of all holdings");
  await auditRevenue(models, head);
  await auditEarnings(db, models);
  const unexplained = models.errors.filter((error) => db.engine === "pglite" || !isEndedConnection(error));
  assert.deepEqual(unexplained, [], "nothing held them up but connections that were ended");
  return Object.fromEntries(comparisons.map(({ name, rebuilt }) => [name, rebuilt]));
}

/** Checks that the results of all games add up to the house's recorded earnings. */
async function auditRevenue(models: TestRuntime, head: number): Promise<void> {
  const sums = new Map<string, bigint>();
  for (let next: string | undefined; ; ) {
    const page = await gameRevenue(models, { after: 0, last: head, next });
    for (const { currency, amount } of page.items)
      sums.set(currency, (sums.get(currency) ?? 0n) + readMoney(amount));
    if (page.next === null) break;
    next = page.next;
  }
  const earned = await revenueBy(models, { first: 0, last: DAYS_OF_ALL }, ["currency"]);
  const due = new Map(earned.map(({ currency, revenue }) => [currency, readMoney(revenue)]));
  assert.deepEqual(sums, due, "the revenue of all games is the house's");
}

/** Checks that the unclaimed shares of each creator's games equal the creator's account. */
async function auditEarnings(db: OpenDatabase, models: TestRuntime): Promise<void> {
  const accounts = await db.query<Row & { account: string; rbx: bigint; tix: bigint }>(
    `select account, coalesce(sum(amount) filter (where asset = 'RBX'), 0)::bigint as rbx,
        coalesce(sum(amount) filter (where asset = 'TIX'), 0)::bigint as tix
      from holdings where account like 'creator-share:%' group by account`,
  );
  for (const { account, rbx, tix } of accounts) {
    const creatorId = account.slice("creator-share:".length);
    const due = { rbx: formatMinor(rbx), tix: formatMinor(tix) };
    assert.deepEqual((await creatorEarnings(models, creatorId)).unclaimed, due, `${account} as it is shown`);
    const games = await ownUserGames(models, creatorId, {});
    const shown = { rbx: 0n, tix: 0n };
    for (const { unclaimed } of games) {
      shown.rbx += minor(unclaimed.rbx);
      shown.tix += minor(unclaimed.tix);
    }
    assert.deepEqual(shown, { rbx, tix }, `${account} by game`);
  }
}

const readMoney = (text: string): bigint => (text.startsWith("-") ? -minor(text.slice(1)) : minor(text));

/** Whether the server ended the connection, or it was lost: the only errors that a world causes. */
const isEndedConnection = (error: Error): boolean =>
  classify(error) === "retry" && /^(08...|57P0[123])?$/.test(sqlState(error) ?? "");
