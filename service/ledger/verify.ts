import type { LedgerKeys } from "#domain/ledger/proof.ts";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import type { Database, Sql } from "#projections/kernel/sql.ts";
import { asError } from "#service/db/errors.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { verifyEd25519 } from "./ed25519.ts";
import { SIGNED_HEAD_COLUMNS, signedHeadOf } from "./heads/signed-heads.ts";
import type { ChainEnd } from "./verifier/chain-check.ts";
import { databaseSlices } from "./verifier/database-slices.ts";
import { blocksIn, checkHeads, type HeadsReport } from "./verifier/heads-check.ts";
import type { AssetBalance, LogModel } from "./verifier/log-model.ts";
import {
  followChain,
  SEGMENT_BLOCKS_MIN,
  type SegmentWorker,
  segmentsOf,
} from "./verifier/parallel/follow-chain.ts";
import { BadLog, expectAt, type Problem } from "./verifier/problem.ts";
import type { LogSlice, StoredSnapshot } from "./verifier/slices.ts";
import {
  checkFurtherStreams,
  checkHead,
  checkHoldings,
  checkRuns,
  readSnapshots,
  rowsOf,
} from "./verifier/tables-check.ts";
import { type VerifiedLog, verifyContents, verifyEvents } from "./verifier/verify-events.ts";

export interface VerifyOptions {
  readonly logId?: number;
  /** What the log may hold. */
  readonly model: LogModel;
  /** The public keys whose signatures count. */
  readonly keys: LedgerKeys["keys"];
  /** Signed heads that were kept elsewhere. */
  readonly heads?: AsyncIterable<SignedHead>;
  /** Whether the log was imported: the tables beside a log are in no export. */
  readonly withoutTables?: boolean;
  /** How many rows are looked at in one go: fewer where others wait for the same process in the meantime. */
  readonly sliceRows?: number;
  /** The memory of each sort, as PostgreSQL writes it; for tests. */
  readonly sortMemory?: string;
  /** Hears how far the log was read. */
  readonly onProgress?: (position: number) => void;
  /** Threads that follow the chain beside the rest; without them all is done here, one after the other. */
  readonly threads?: VerifyThreads;
  /** Ends the verification between two of its steps, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Begins threads that follow segments of the chain, all at one moment of the log. */
export interface VerifyThreads {
  /** How many blocks a segment has at the least, in tests. */
  readonly segmentBlocksMin?: number;
  /** Hears why a log that is right was verified without them after all. */
  readonly onUnused?: (reason: Error) => void;
  begin(snapshot: string): { readonly workers: readonly SegmentWorker[]; end(): Promise<void> };
}

/** A log's result. */
export interface VerifySummary {
  readonly events: number;
  readonly blocks: number;
  readonly accounts: number;
  readonly recomputed: number;
  /** Signed heads in the database and elsewhere that were compared with the log. */
  readonly headsStored: number;
  readonly headsElsewhere: number;
  readonly trialBalance: readonly AssetBalance[];
}

/** The outcome of a verification: the log's result, or its first problem. */
export type VerifyReport =
  | { readonly ok: true; readonly summary: VerifySummary }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Verifies a log as the database holds it: every row that counts is recomputed from the events and compared, and
 * signed heads are compared with the chain. Reads one moment of the log, so that it may run beside a writer. A large
 * log takes a database opened with a long limit on a statement: entries are sorted in one.
 * @example const report = await verifyLog(db, { keys }); if (!report.ok) console.log(report.problem.sentence);
 */
export async function verifyLog(db: Database, options: VerifyOptions): Promise<VerifyReport> {
  try {
    const summary = await db.transaction((tx) => verifyIn(tx, options), {
      isolation: "repeatable read",
      readOnly: true,
    });
    return { ok: true, summary };
  } catch (error) {
    if (error instanceof BadLog) return { ok: false, problem: error.problem };
    throw error;
  }
}

async function verifyIn(tx: Sql, options: VerifyOptions): Promise<VerifySummary> {
  const { model, logId = LOG_ID } = options;
  // A sort of a large log takes longer than any statement of the service may.
  await tx.query("set local statement_timeout = 0");
  // A cursor is read to its end: the plan that answers first is not the one that is done first.
  await tx.query("set local cursor_tuple_fraction = 1");
  const snapshots = await readSnapshots(tx, logId);
  const beside = await besideChain(tx, snapshots, options);
  const isBeside = beside !== null && !(beside instanceof Error);
  const slices = () => watched(databaseSlices(tx, logId, memoryOf(options)), options);
  const log = isBeside ? beside : await verifyEvents(slices(), { logId, snapshots, model });
  if (beside instanceof Error) options.threads?.onUnused?.(beside);
  await checkHead(log, { tx, logId });
  await checkFurtherStreams({ tx, logId });
  await checkRuns({ tx, logId });
  await checkHoldings(log, { tx, logId });
  if (options.withoutTables !== true) await log.checkTables(tx);
  const stored = rowsOf(tx, {
    name: "verified_heads",
    text: `select ${SIGNED_HEAD_COLUMNS} from signed_heads order by number`,
    values: [],
  });
  const inDatabase = await headsOf(mapped(stored, signedHeadOf), {
    ...options,
    tx,
    end: log.end,
    origin: "in the database",
  });
  const elsewhere = await headsOf(options.heads ?? none(), {
    ...options,
    tx,
    end: log.end,
    origin: "kept elsewhere",
  });
  return summaryOf(log, model, { headsStored: inDatabase.checked, headsElsewhere: elsewhere.checked });
}

const memoryOf = ({ sliceRows, sortMemory }: VerifyOptions) => ({ sliceRows, sortMemory });

/**
 * Verifies the contents while threads follow the chain. Whatever is found, and wherever threads cannot work, the log is
 * verified again one thing after the other, which tells the first problem: what is wrong is said in one way.
 * @returns why that has to be done, where it has to; null without threads
 */
async function besideChain(
  tx: Sql,
  snapshots: readonly StoredSnapshot[],
  options: VerifyOptions,
): Promise<VerifiedLog | Error | null> {
  const { threads, model, logId = LOG_ID } = options;
  if (threads === undefined) return null;
  const [row] = await tx.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot");
  const begun = begunBy(threads, row?.snapshot ?? "");
  if (begun instanceof Error) return begun;
  const { workers, end } = begun;
  const over = new AbortController();
  const signal = options.signal === undefined ? over.signal : AbortSignal.any([over.signal, options.signal]);
  try {
    const blocksMin = threads.segmentBlocksMin ?? SEGMENT_BLOCKS_MIN;
    const segments = await segmentsOf(tx, { logId, workers: workers.length, blocksMin });
    const slices = databaseSlices(tx, logId, { ...memoryOf(options), withBlocks: false });
    const found = await Promise.allSettled([
      followChain(segments, workers).catch(orElse(() => over.abort())),
      verifyContents(watched(slices, { ...options, signal }), { logId, snapshots, model }).catch(orElse(end)),
    ]);
    options.signal?.throwIfAborted();
    const [chain, contents] = found;
    if (chain.status === "rejected") return asError(chain.reason);
    if (contents.status === "rejected") return asError(contents.reason);
    return { ...contents.value, end: chain.value };
  } finally {
    // First, for cursors cannot be closed where the connection is gone, and threads that go on keep their process.
    await end();
    await closeCursors(tx);
  }
}

/** Begins the threads. @returns the error when the system cannot start one: the log is then verified without them */
function begunBy(threads: VerifyThreads, snapshot: string): ReturnType<VerifyThreads["begin"]> | Error {
  try {
    return threads.begin(snapshot);
  } catch (error) {
    return asError(error);
  }
}

/** Has the other side stop where one has found something. */
const orElse =
  (stop: () => unknown) =>
  async (error: unknown): Promise<never> => {
    await stop();
    throw error;
  };

/** What was broken off leaves its cursors, whose names are used again. */
const closeCursors = (tx: Sql): Promise<unknown> => tx.query("close all");

async function headsOf(
  heads: AsyncIterable<SignedHead>,
  options: VerifyOptions & { readonly tx: Sql; readonly end: ChainEnd; readonly origin: string },
): Promise<HeadsReport> {
  const { tx, end, origin, keys, logId = LOG_ID } = options;
  const findBlocks = blocksIn(tx, logId);
  const report = await checkHeads(heads, { findBlocks, end, origin, keys, logId, verifyEd25519 });
  const { problem } = report;
  if (problem !== null) expectAt(problem.position, false, () => problem.sentence);
  return report;
}

function summaryOf(
  log: VerifiedLog,
  model: LogModel,
  heads: Pick<VerifySummary, "headsStored" | "headsElsewhere">,
): VerifySummary {
  const trialBalance = model.trialBalanceOf(log.books.holdings());
  for (const { asset, sum } of trialBalance)
    expectAt(log.end.position, sum === 0n, () => `The accounts of ${asset} sum to ${sum} and not to zero.`);
  return {
    events: log.end.position,
    blocks: log.end.block,
    accounts: log.books.accounts,
    recomputed: log.recomputed,
    ...heads,
    trialBalance,
  };
}

async function* mapped<A, B>(rows: AsyncIterable<A>, to: (row: A) => B): AsyncGenerator<B> {
  for await (const row of rows) yield to(row);
}

/** The slices of a log, told as they come, until the signal ends them. */
async function* watched(
  slices: AsyncIterable<LogSlice>,
  { signal, onProgress }: VerifyOptions,
): AsyncGenerator<LogSlice> {
  for await (const slice of slices) {
    signal?.throwIfAborted();
    const last = slice.events.at(-1);
    if (last !== undefined) onProgress?.(last.position);
    yield slice;
  }
}

async function* none(): AsyncGenerator<never> {}
