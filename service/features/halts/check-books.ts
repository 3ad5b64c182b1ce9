import { eventTypes } from "#domain/features/registry.ts";
import type { LedgerKeys } from "#domain/ledger/proof.ts";
import { allProjections } from "#projections/features/all.ts";
import { balanceOfHoldings } from "#projections/features/ledger/balance-of-holdings.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import type { Database } from "#projections/kernel/sql.ts";
import { replay } from "#projections/replay.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { logModel } from "#service/features/log-model.ts";
import { readAllHeads } from "#service/ledger/heads/head-sources.ts";
import { verifyLog } from "#service/ledger/verify.ts";

/** Rows per slice: few, as bets continue in the same process. */
const SLICE_ROWS = 500;

export interface BooksOptions {
  readonly db: OpenDatabase;
  readonly logId: number;
  /** The public keys of accepted signatures. */
  readonly keys: LedgerKeys["keys"];
  /** The file of signed heads, whether or not it exists yet. */
  readonly headsFile: string;
  /** The folder of signed heads; null for none. */
  readonly headsFolder: string | null;
  /** Called with the position up to which the log was read. */
  readonly onProgress?: (position: number) => void;
  /** Ends the check between two steps, with the signal's reason. */
  readonly signal: AbortSignal;
}

/** The result of a check: how far the log was read, and the first fault, in one sentence. */
export interface BooksFound {
  readonly position: number;
  readonly problem: string | null;
}

interface AllBooksOptions extends BooksOptions {
  /** Names the builder of the second copy of the read models. */
  readonly owner: string;
  /** The database of the read models. */
  readonly models: Database;
}

/** Checks the log, the trial balance, and every read model against a rebuilt one, while others write. */
export async function checkBooks(options: AllBooksOptions): Promise<BooksFound> {
  const { db, models, logId, owner, signal } = options;
  const found = await verifyBooks(options);
  if (found.problem !== null) return found;
  const { position } = found;
  const world = {
    db,
    logId,
    owner: `nightly ${owner}`,
    statements: new Statements(eventTypes),
    onProgress: () => signal.throwIfAborted(),
  };
  const compared = await replay(world, allProjections, { ...world, db: models });
  const different = compared.filter(differs).map(({ name }) => name);
  if (different.length === 0) return { position, problem: null };
  const names = different.join(", ");
  return { position, problem: `What is read differs from what the log gives: ${names}. See npm run replay.` };
}

/** Checks the log against its hashes, books, draws and signed heads, and the trial balance. */
export async function verifyBooks(options: BooksOptions): Promise<BooksFound> {
  const { db, logId, keys, signal, onProgress } = options;
  const heads = readAllHeads(options);
  const report = await verifyLog(db, {
    model: logModel,
    ...{ logId, keys, sliceRows: SLICE_ROWS, signal, heads },
    ...(onProgress && { onProgress }),
  });
  if (!report.ok) {
    const { position, sentence } = report.problem;
    return { position, problem: `The log is not right. First bad position: ${position}. ${sentence}` };
  }
  const position = report.summary.events;
  const { assets } = await balanceOfHoldings({ sql: db, logId });
  const uneven = assets.find(({ sum }) => Number(sum) !== 0);
  if (uneven === undefined) return { position, problem: null };
  return { position, problem: `The holdings of ${uneven.asset} sum to ${uneven.sum} and not to zero.` };
}
