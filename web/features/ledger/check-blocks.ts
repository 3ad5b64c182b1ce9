// Loaded when blocks are checked, since checking a head brings in the schemas of receipts.
import type { Head } from "#domain/features/ledger/contract.ts";
import { fromHex, toHex } from "#domain/kernel/bytes.ts";
import { blockBytes } from "#domain/ledger/block.ts";
import { headProblem, type ReceiptPorts } from "#domain/ledger/receipt.ts";

/** The site's log, as the text of a signed head names it. */
const LOG_NAME = "1";

/** What checking a run of blocks found. */
export type BlocksCheck =
  | { readonly ok: true; readonly oldest: number; readonly newest: number; readonly signatures: number }
  | { readonly ok: false; readonly problem: string };

async function hashProblem(block: Head, { sha256 }: ReceiptPorts): Promise<string | null> {
  const previous = fromHex(block.previous);
  const root = fromHex(block.root);
  if (!previous || !root) return `Block ${block.number} has a hash that is not hex.`;
  const hash = toHex(await sha256(blockBytes({ ...block, previous, root })));
  return hash === block.hash ? null : `The columns of block ${block.number} do not give its hash.`;
}

function linkProblem(block: Head, older: Head | undefined): string | null {
  if (!older) return null;
  const follows = block.number === older.number + 1 && block.from === older.to + 1;
  if (!follows) return `Block ${block.number} does not follow block ${older.number}.`;
  return block.previous === older.hash ? null : `Block ${block.number} does not name the block before it.`;
}

async function signatureProblem(block: Head, ports: ReceiptPorts): Promise<string | null> {
  const { number, to, hash, signed } = block;
  return signed ? headProblem({ log: LOG_NAME, number, to, hash, ...signed }, ports) : null;
}

/**
 * Checks a run of blocks, newest first: each one's hash, that it follows the one before it, and its signature.
 * @example await checkBlocks(page.items, { ...webCrypto, keys }) // { ok: true, oldest: 46, newest: 60, signatures: 2 }
 */
export async function checkBlocks(blocks: readonly Head[], ports: ReceiptPorts): Promise<BlocksCheck> {
  for (const [index, block] of blocks.entries()) {
    const problem =
      (await hashProblem(block, ports)) ??
      linkProblem(block, blocks[index + 1]) ??
      (await signatureProblem(block, ports));
    if (problem !== null) return { ok: false, problem };
  }
  return {
    ok: true,
    oldest: blocks.at(-1)?.number ?? 0,
    newest: blocks[0]?.number ?? 0,
    signatures: blocks.filter(({ signed }) => signed).length,
  };
}
