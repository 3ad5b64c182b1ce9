import { join } from "node:path";
import { playerAccount } from "#domain/accounts/account.ts";
import { accountEntries } from "#projections/features/audit/account-entries.ts";
import { balanceAsOf } from "#projections/features/ledger/balance-as-of.ts";
import { ledgerEntries } from "#projections/features/ledger/entries.ts";
import { cursorAt, cursorAtPair } from "#projections/kernel/cursor.ts";
import { sharesOf } from "#service/cli/log/verify-threads.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { logModel } from "#service/features/log-model.ts";
import { exportLog } from "#service/ledger/exported/export-log.ts";
import { createHeadSigner } from "#service/ledger/heads/head-signer.ts";
import { SegmentThreads } from "#service/ledger/verifier/parallel/segment-threads.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import { startService } from "#service/service.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { programOf } from "../child.ts";
import { closedLoop, openLoop } from "../load.ts";
import { asOwner, asService, type KeptLog, KeptLogs } from "../long/kept-logs.ts";
import { insistent } from "../play/insistent.ts";
import { Bettors, PLAYERS, playerId } from "../play/players.ts";
import { withDb, withWriter } from "../play/with-writer.ts";
import { AuditError } from "../report/audit.ts";
import { benchConfig, benchLog } from "../settings.ts";
import { SATURATING_CALLERS } from "./engine.ts";
import { NAMES, rebuildRate, runtimeOn } from "./read-models.ts";

const HOUSE = "house";
/** One in this many pages is an admin's page of the house's entries, of which every bet makes two. */
const ADMINS_ONE_IN = 3;
/** Pages and balances share the time of one measurement. */
const KINDS = 2;
/** Read models follow a log from its beginning once; then they are in the folder. */
const FOLLOWED_MAX_MS = 24 * 3_600_000;

/** The measurements of one log. */
type Measured<K extends string> = Readonly<Record<K, number>>;

/** Measures the shortest log of the folder, and then the longest. */
async function onBoth<K extends string>(
  bench: Bench,
  work: (log: KeptLog, logs: KeptLogs, shortest: Measured<K> | null) => Promise<Measured<K>>,
): Promise<Measures> {
  const { longFolder } = bench.spans;
  if (longFolder === null) throw new Error("Long logs are measured with --long");
  const logs = await KeptLogs.open(longFolder, { isMade: false });
  try {
    const all = await logs.list();
    const [few, many] = [all[0], all.at(-1)];
    if (few === undefined || many === undefined || few === many)
      throw new Error(
        `${longFolder} needs two logs: npm run bench:long -- --dir ${longFolder} --events 1M,20M`,
      );
    bench.note(
      `Long logs: ${[few, many].map(({ events }) => events.toLocaleString("en")).join(" and ")} events.`,
    );
    const ofFew = await work(few, logs, null);
    const ofMany = await work(many, logs, ofFew);
    return { ...named(ofFew, "OfFew"), ...named(ofMany, "OfMany") };
  } finally {
    await logs.close();
  }
}

const named = (measures: Measures, suffix: string): Measures =>
  Object.fromEntries(Object.entries(measures).map(([name, value]) => [`${name}${suffix}`, value]));

/** Bets at full speed, then at half the rate of the shortest log. */
function append(bench: Bench): Promise<Measures> {
  return onBoth<"rate" | "p99" | "open">(bench, ({ url }, _, shortest) =>
    withDb(asService(url), (db) =>
      withWriter({ db }, async (writer) => {
        await new Bettors(insistent(writer)).everyFirstBet();
        const bettors = new Bettors(writer);
        const load = { callers: SATURATING_CALLERS, ...bench.spans };
        const { rate, p99 } = await closedLoop(bettors.bet, load);
        const half = (shortest?.rate ?? rate) / 2;
        const { p99: open } = await openLoop(bettors.bet, { rate: half, ...bench.spans });
        return { rate, p99, open };
      }),
    ),
  );
}

const anybody = (): string => playerAccount(playerId(Math.floor(Math.random() * PLAYERS)));

/** One caller reads pages, first and later ones, then balances. */
function questions(bench: Bench): Promise<Measures> {
  return onBoth<"pages" | "balances">(bench, ({ url, events }) =>
    withDb(asService(url, 1), async (db) => {
      const reader = { sql: db, logId: LOG_ID };
      const anywhere = (): number => 1 + Math.floor(Math.random() * events);
      const [begun, ended] = await spanOf(db, events);
      const anytime = (): number => begun + Math.floor(Math.random() * (ended - begun));
      let asked = 0;
      const page = async (): Promise<void> => {
        asked += 1;
        const isFirst = asked % 2 === 0;
        if (asked % ADMINS_ONE_IN === 0)
          await accountEntries(reader, HOUSE, isFirst ? {} : { next: cursorAtPair(anywhere(), 0) });
        else await ledgerEntries(reader, anybody(), isFirst ? {} : { next: cursorAt(anywhere()) });
      };
      const balance = async (): Promise<void> => {
        asked += 1;
        const moment = asked % 2 === 0 ? { position: anywhere() } : { at: anytime() };
        await balanceAsOf(reader, { account: anybody() }, moment);
      };
      const { warmMs, measureMs } = bench.spans;
      const span = { callers: 1, warmMs: warmMs / KINDS, measureMs: measureMs / KINDS };
      const { rate: pages } = await closedLoop(page, span);
      const { rate: balances } = await closedLoop(balance, span);
      return { pages, balances };
    }),
  );
}

/** The times of the first event and of the one at a position, in milliseconds. */
async function spanOf(db: OpenDatabase, position: number): Promise<[number, number]> {
  const rows = await db.query<{ recorded_at: bigint }>(
    "select recorded_at from events where log_id = $1 and position in (1, $2::bigint) order by position",
    [LOG_ID, position],
  );
  const [begun = 0, ended = 0] = rows.map(({ recorded_at }) => Number(recorded_at));
  return [begun, ended];
}

/** Has the read models follow a log to its end, which takes as long as a rebuild the first time. */
async function follow(bench: Bench, db: OpenDatabase): Promise<void> {
  const runtime = runtimeOn(db, bench);
  await runtime.start();
  const { position } = await runtime.health();
  const isLevel = await runtime.whenReached(NAMES, position, FOLLOWED_MAX_MS).finally(() => runtime.stop());
  if (!isLevel) throw new AuditError("The read models did not reach the head");
}

function rebuild(bench: Bench): Promise<Measures> {
  return onBoth<"rate">(bench, ({ url }) =>
    withDb(asService(url), async (db) => {
      await follow(bench, db);
      const runtime = runtimeOn(db, bench);
      await runtime.start();
      const { position } = await runtime.health();
      return { rate: await rebuildRate(runtime, position).finally(() => runtime.stop()) };
    }),
  );
}

/** Starts a whole service on a server with a cold cache, until a bet is answered. */
function start(bench: Bench): Promise<Measures> {
  return onBoth<"start">(bench, async ({ url }, logs) => {
    await withDb(asService(url), (db) => follow(bench, db));
    await logs.server.restart();
    return withDb(asService(url), async (db) => {
      const config = benchConfig(url, join(bench.folder, new URL(url).pathname));
      const began = performance.now();
      const service = await startService({ config, log: benchLog, db });
      const first = new Bettors(insistent(service.deps.writer)).bet();
      return first.then(() => ({ start: performance.now() - began })).finally(() => service.stop());
    });
  });
}

/** The same of a writer alone, which needs no read models: a disk may hold a log, but not its read models as well. */
function writerStart(bench: Bench): Promise<Measures> {
  return onBoth<"start">(bench, async ({ url }, logs) => {
    await logs.server.restart();
    return withDb(asService(url), async (db) => {
      const began = performance.now();
      return withWriter({ db }, async (writer) => {
        await new Bettors(insistent(writer)).bet();
        return { start: performance.now() - began };
      });
    });
  });
}

const ledgerKeys = () => {
  const { headKeys, retiredHeadKeys } = benchConfig(null, ".");
  return createHeadSigner({ keys: headKeys, retired: retiredHeadKeys }).publicKeys().keys;
};

async function eventsPerSecond(work: () => Promise<number>): Promise<Measured<"rate">> {
  const began = performance.now();
  const events = await work();
  return { rate: events / ((performance.now() - began) / 1_000) };
}

/** Like `npm run verify`: the chain in segments by threads, in parallel with the rest. */
function verify(bench: Bench): Promise<Measures> {
  const program = programOf("verify-segments");
  const { threadsEach: count } = sharesOf(1);
  bench.note(`Verified by ${count} threads beside the main one.`);
  return onBoth<"rate">(bench, ({ url }) =>
    withDb(asOwner(url), (db) =>
      eventsPerSecond(async () => {
        const threads = {
          begin: (snapshot: string) => new SegmentThreads(program, count, { url, snapshot }),
        };
        const report = await verifyLog(db, { model: logModel, keys: ledgerKeys(), threads });
        if (!report.ok) throw new AuditError(report.problem.sentence);
        return report.summary.events;
      }),
    ),
  );
}

/** Everything but writing an export to disk. */
function exported(bench: Bench): Promise<Measures> {
  return onBoth<"rate">(bench, ({ url }) =>
    withDb(asOwner(url), (db) =>
      eventsPerSecond(async () => {
        const { events } = await exportLog(db, { keys: ledgerKeys(), now: Date.now, write: async () => {} });
        return events;
      }),
    ),
  );
}

/** The cost of a log of many millions of events compared with a short one. */
export const longSubjects: readonly Subject[] = [
  { id: "long-append", run: append },
  { id: "long-questions", run: questions },
  { id: "long-rebuild", run: rebuild },
  { id: "long-start", run: start },
  { id: "long-writer-start", run: writerStart },
  { id: "long-verify", run: verify },
  { id: "long-export", run: exported },
];
