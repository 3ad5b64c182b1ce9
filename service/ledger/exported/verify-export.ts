import type { LedgerKeys } from "#domain/ledger/proof.ts";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { verifyEd25519 } from "../ed25519.ts";
import type { ChainEnd } from "../verifier/chain-check.ts";
import { checkHeads, type HeadsReport } from "../verifier/heads-check.ts";
import type { LogModel } from "../verifier/log-model.ts";
import { BadLog, expectAt } from "../verifier/problem.ts";
import type { LogSlice } from "../verifier/slices.ts";
import { type VerifiedLog, verifyEvents } from "../verifier/verify-events.ts";
import type { VerifyReport, VerifySummary } from "../verify.ts";
import { BlockIndex } from "./block-index.ts";
import { type ExportEnd, exportedHeads, exportedSlices, readHeading } from "./read-export.ts";
import { SeenIds } from "./seen-ids.ts";

export interface VerifyExportOptions {
  /** The event types and checks of the log. */
  readonly model: LogModel;
  /** The public keys whose signatures count; by default those named in the file. */
  readonly keys?: LedgerKeys["keys"];
  /** Signed heads kept elsewhere. */
  readonly heads?: AsyncIterable<SignedHead>;
  /** Receives every slice before it is verified. */
  readonly onSlice?: (slice: LogSlice) => Promise<void>;
}

/**
 * Verifies an exported log: everything that a verification of the database checks in events, blocks, answers and signed
 * heads. Needs nothing but the file.
 * @throws ExportedLogError when the file is not a readable export
 * @example const report = await verifyExport("log.ndjson", { model, keys, heads: readHeads("heads.jsonl") });
 */
export async function verifyExport(path: string, options: VerifyExportOptions): Promise<VerifyReport> {
  try {
    const { summary } = await verifiedExport(path, options);
    return { ok: true, summary };
  } catch (error) {
    if (error instanceof BadLog) return { ok: false, problem: error.problem };
    throw error;
  }
}

const NO_HEADS: HeadsReport = { checked: 0, vouchedTo: 0, problem: null };

/** The same, for callers that continue with the verified events. @throws BadLog at the first wrong position */
export async function verifiedExport(
  path: string,
  { model, keys, heads, onSlice }: VerifyExportOptions,
): Promise<{ readonly log: VerifiedLog; readonly summary: VerifySummary }> {
  const heading = await readHeading(path);
  const { logId } = heading;
  const blocks = new BlockIndex();
  const said: { end?: ExportEnd } = {};
  async function* slices(): AsyncGenerator<LogSlice> {
    for await (const slice of exportedSlices(path, (end) => void Object.assign(said, { end }))) {
      blocks.add(slice);
      await onSlice?.(slice);
      yield slice;
    }
  }
  const log = await verifyEvents(slices(), { logId, snapshots: [], model, seen: new SeenIds() });
  checkEnd(log.end, said.end);
  const compare = async (some: AsyncIterable<SignedHead>, origin: string): Promise<HeadsReport> => {
    const known = keys ?? heading.keys;
    const { end } = log;
    const ports = { findBlocks: blocks.find, end, origin, keys: known, logId, verifyEd25519 };
    const report = await checkHeads(some, ports);
    const { problem } = report;
    if (problem !== null) expectAt(problem.position, false, () => problem.sentence);
    return report;
  };
  const stored = await compare(exportedHeads(path), "in the exported log");
  const elsewhere = heads === undefined ? NO_HEADS : await compare(heads, "kept elsewhere");
  const trialBalance = model.trialBalanceOf(log.books.holdings());
  for (const { asset, sum } of trialBalance)
    expectAt(log.end.position, sum === 0n, () => `The accounts of ${asset} sum to ${sum} and not to zero.`);
  const { position: events, block } = log.end;
  const { books, recomputed } = log;
  return {
    log,
    summary: {
      events,
      blocks: block,
      accounts: books.accounts,
      recomputed,
      headsStored: stored.checked,
      headsElsewhere: elsewhere.checked,
      vouchedTo: elsewhere.vouchedTo,
      trialBalance,
    },
  };
}

function checkEnd(end: ChainEnd, said: ExportEnd | undefined): void {
  const isSame = said?.position === end.position && said.block === end.block && said.hash === end.hash;
  expectAt(Math.min(end.position, said?.position ?? 0) + 1, isSame, () => {
    return `The file says that the log ends with block ${said?.block} at position ${said?.position}, where the chain ends with block ${end.block} at ${end.position}.`;
  });
}
