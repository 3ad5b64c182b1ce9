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
} from "./verifier/tables/tables-check.ts";
import { type VerifiedLog, verifyContents, verifyEvents } from "./verifier/verify-events.ts";

export interface VerifyOptions {
  readonly logId?: number;
  /** The event types and checks of the log. */
  readonly model: LogModel;
  /** The public keys whose signatures count. */
  readonly keys: LedgerKeys["keys"];
  /** Signed heads kept elsewhere. */
  readonly heads?: AsyncIterable<SignedHead>;
  /** Whether the log was imported: then the tables beside it are missing. */
  readonly withoutTables?: boolean;
  /** Rows per slice: fewer while others wait for the same process. */
  readonly sliceRows?: number;
  /** Memory for each sort, in PostgreSQL's notation; for tests. */
  readonly sortMemory?: string;
  /** Receives the progress through the log. */
  readonly onProgress?: (position: number) => void;
  /** Threads that follow the chain in parallel; without them, everything runs here in sequence. */
  readonly threads?: VerifyThreads;
  /** Ends the verification between two of its steps, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Starts threads that follow segments of the chain, all as of one moment of the log. */
export interface VerifyThreads {
  /** Fewest blocks per segment; for tests. */
  readonly segmentBlocksMin?: number;
  /** Receives the reason why a correct log was verified without threads after all. */
  readonly onUnused?: (reason: Error) => void;
  begin(snapshot: string): { readonly workers: readonly SegmentWorker[]; end(): Promise<void> };
}

/** The result for a log. */
export interface VerifySummary {
  readonly events: number;
  readonly blocks: number;
  readonly accounts: number;
  readonly recomputed: number;
  /** How many signed heads in the database and elsewhere were compared with the log. */
  readonly headsStored: number;
  readonly headsElsewhere: number;
  /** The last position that heads kept elsewhere vouch for; 0 without one. */
  readonly vouchedTo: number;
  readonly trialBalance: readonly AssetBalance[];
}

/** The outcome of a verification: the log's result, or its first problem. */
export type VerifyReport =
  | { readonly ok: true; readonly summary: VerifySummary }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Verifies a log in its database: every row that counts is recomputed from the events and compared, and signed heads
 * are compared with the chain. Reads one moment of the log, so a writer may run meanwhile. A large log needs a long
 * statement timeout: one statement sorts all entries.
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
  // The cursors are read to their ends: the fastest first row does not matter.
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
  return summaryOf(log, model, {
    headsStored: inDatabase.checked,
    headsElsewhere: elsewhere.checked,
    vouchedTo: elsewhere.vouchedTo,
  });
}

const memoryOf = ({ sliceRows, sortMemory }: VerifyOptions) => ({ sliceRows, sortMemory });

/**
 * Verifies the contents while threads follow the chain. On any problem, and when threads fail, the log is verified
 * again in sequence, which finds the first problem: so the same problem always has the same report.
 * @returns the reason for that, if any; null without threads
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
    // Threads first: without a connection cursors cannot be closed, and running threads would keep the process alive.
    await end();
    await closeCursors(tx);
  }
}

/** Starts the threads. @returns the error when the system cannot start one: the log is then verified without them */
function begunBy(threads: VerifyThreads, snapshot: string): ReturnType<VerifyThreads["begin"]> | Error {
  try {
    return threads.begin(snapshot);
  } catch (error) {
    return asError(error);
  }
}

/** Stops the other side after a failure of one. */
const orElse =
  (stop: () => unknown) =>
  async (error: unknown): Promise<never> => {
    await stop();
    throw error;
  };

/** An aborted read leaves its cursors open, whose names are used again. */
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
  heads: Pick<VerifySummary, "headsStored" | "headsElsewhere" | "vouchedTo">,
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

/** The slices of a log, with progress reports, until the signal aborts them. */
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
