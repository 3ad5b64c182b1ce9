import { concatBytes } from "../kernel/bytes.ts";

/** One batch of events under one hash; each block names the one before it. */
export interface BlockColumns {
  readonly number: number;
  readonly from: number;
  readonly to: number;
  /** Hash of the block before; 32 zero bytes before the first. */
  readonly previous: Uint8Array;
  readonly root: Uint8Array;
}

/** The tag that sets blocks apart from leaves and nodes. */
const BLOCK_TAG = Uint8Array.of(0x02);
export const HASH_BYTES = 32;
/** What the first block names as the one before it. */
export const GENESIS_HASH: Uint8Array = new Uint8Array(HASH_BYTES);

function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** The bytes whose SHA-256 is the block's hash: 0x02, previous, number, from, to (big-endian u64), root. */
export function blockBytes(block: BlockColumns): Uint8Array<ArrayBuffer> {
  return concatBytes(
    BLOCK_TAG,
    block.previous,
    u64(block.number),
    u64(block.from),
    u64(block.to),
    block.root,
  );
}

/** A head of the log as it is signed and kept elsewhere. */
export interface SignedHeadFields {
  readonly log: string;
  readonly number: number;
  readonly to: number;
  /** Lower-case hex. */
  readonly hash: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

/** The text that Ed25519 signs: one field a line, each line ended by a newline. */
export function headText({ log, number, to, hash, at }: SignedHeadFields): string {
  return `florin-head/1\n${log}\n${number}\n${to}\n${hash}\n${at}\n`;
}
