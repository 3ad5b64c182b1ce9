import { invariant } from "#domain/kernel/invariant.ts";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { arrayLiteral, type Row, type Sql } from "#projections/kernel/sql.ts";
import type { HeadSigner } from "./head-signer.ts";

/** What signing a log needs: its database, its number, its keys and the time. */
export interface SigningContext {
  readonly sql: Sql;
  readonly logId: number;
  readonly signer: HeadSigner;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The part of a block that its head contains. */
export interface HeadOfBlock {
  readonly number: number;
  readonly to: number;
  readonly hash: Uint8Array;
}

interface SignedHeadRow extends Row {
  readonly log_id: number;
  readonly number: bigint;
  readonly to_position: bigint;
  readonly hash: Uint8Array;
  readonly signed_at: bigint;
  readonly signature: Uint8Array;
  readonly key_id: string;
}

/** The columns that `signedHeadOf` reads, as a select list. */
export const SIGNED_HEAD_COLUMNS = "log_id, number, to_position, hash, signed_at, signature, key_id";

/** The name of a log in its heads: its number as text. */
export const logName = (logId: number): string => String(logId);

/** Reads a signed head from its row. */
export function signedHeadOf(row: Row): SignedHead {
  const head = row as SignedHeadRow;
  return {
    log: logName(head.log_id),
    number: Number(head.number),
    to: Number(head.to_position),
    hash: Buffer.from(head.hash).toString("hex"),
    at: new Date(Number(head.signed_at)).toISOString(),
    signature: Buffer.from(head.signature).toString("base64"),
    keyId: head.key_id,
  };
}

/** The signed head of one block, as `signedHeads` gives it. */
export async function signedHead(block: HeadOfBlock, context: SigningContext): Promise<SignedHead> {
  return headIn(await signedHeads([block], context), block);
}

/**
 * The signed heads of blocks, by number: the stored ones, if their key still counts, and others signed now and stored.
 * Concurrent processes all return the one stored first.
 */
export async function signedHeads(
  blocks: readonly HeadOfBlock[],
  context: SigningContext,
): Promise<ReadonlyMap<number, SignedHead>> {
  const heads = new Map(await storedHeads(blocks, context));
  for (const block of blocks) {
    if (!heads.has(block.number)) heads.set(block.number, await signNow(block, context));
  }
  return heads;
}

function headIn(heads: ReadonlyMap<number, SignedHead>, { number }: HeadOfBlock): SignedHead {
  const head = heads.get(number);
  invariant(head !== undefined, `the head of block ${number} is stored once it is signed`);
  return head;
}

async function signNow(block: HeadOfBlock, context: SigningContext): Promise<SignedHead> {
  const { sql, logId, signer, now } = context;
  const unsigned = {
    log: logName(logId),
    number: block.number,
    to: block.to,
    hash: Buffer.from(block.hash).toString("hex"),
  };
  const { at, signature, keyId } = signer.signHead(unsigned, now());
  await sql.run({
    name: "store_signed_head",
    text: `insert into signed_heads (${SIGNED_HEAD_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (log_id, number, key_id) do nothing`,
    values: [
      logId,
      block.number,
      block.to,
      block.hash,
      Date.parse(at),
      Buffer.from(signature, "base64"),
      keyId,
    ],
  });
  return headIn(await storedHeads([block], context), block);
}

async function storedHeads(
  blocks: readonly HeadOfBlock[],
  { sql, logId, signer }: SigningContext,
): Promise<ReadonlyMap<number, SignedHead>> {
  const rows = await sql.run({
    name: "find_signed_heads",
    text: `select ${SIGNED_HEAD_COLUMNS} from signed_heads where log_id = $1 and number = any($2::bigint[])`,
    values: [logId, arrayLiteral(blocks.map(({ number }) => number))],
  });
  const heads = rows.map(signedHeadOf);
  const known = signer.publicKeys().keys.flatMap(({ keyId }) => heads.filter((head) => head.keyId === keyId));
  // Keys are newest first: the newest one's head is set last.
  return new Map(known.toReversed().map((head) => [head.number, head]));
}
