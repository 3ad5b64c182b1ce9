import { hash } from "node:crypto";
import { type BlockColumns, blockBytes, HASH_BYTES } from "#domain/ledger/block.ts";
import { type LeafColumns, leafText } from "#domain/ledger/leaf.ts";
import { merkleRoot, NODE_TAG } from "#domain/ledger/merkle.ts";

/**
 * SHA-256 in one call, at a third of the cost of a hash object for small inputs. It returns text, because a buffer
 * allocated for the result costs six times as much as the hash.
 */
export const sha256 = (bytes: Uint8Array | string): Buffer =>
  Buffer.from(hash("sha256", bytes, "binary"), "latin1");

/** The leaf of an event: SHA-256 of a zero byte and the text of its immutable columns. */
export const leafOf = (columns: LeafColumns): Buffer => sha256(`\0${leafText(columns)}`);

/** The Merkle root of a batch's leaves. */
export const rootOf = (leaves: readonly Uint8Array[]): Uint8Array => merkleRoot(leaves, sha256);

/** The hash of a block. */
export const blockHashOf = (block: BlockColumns): Uint8Array => sha256(blockBytes(block));

/** SHA-256 of a request's parts, each ended by a newline; no part contains a raw newline. */
export function requestHashOf(...parts: readonly string[]): Uint8Array {
  return sha256(`${parts.join("\n")}\n`);
}

/**
 * The Merkle root of concatenated leaves, computed in place level by level: a buffer for every node would cost as much
 * as its hash. `rootOf`, which verifies it, follows the definition.
 * @param leaves 32 bytes each, at least one
 */
function rootInPlace(leaves: Uint8Array): Uint8Array {
  const level = Buffer.from(leaves);
  const node = Buffer.alloc(1 + 2 * HASH_BYTES, NODE_TAG);
  for (let count = level.length / HASH_BYTES; count > 1; count = (count + 1) >> 1) {
    for (let left = 0; left < count; left += 2) {
      const from = left * HASH_BYTES;
      const to = (left >> 1) * HASH_BYTES;
      if (left + 1 === count) level.copyWithin(to, from, from + HASH_BYTES);
      else {
        level.copy(node, 1, from, from + 2 * HASH_BYTES);
        level.write(hash("sha256", node, "binary"), to, "latin1");
      }
    }
  }
  return level.subarray(0, HASH_BYTES);
}

/** How a batch is hashed into the chain. */
export interface ChainHashing {
  /** 32 bytes, one character each: leaves are joined as text, without a buffer for each. */
  leaf(columns: LeafColumns): string;
  /** @param leaves concatenated */
  root(leaves: Uint8Array): Uint8Array;
  block(block: BlockColumns): Uint8Array;
}

/** The chain's hashing. Any other makes a log that does not verify; benchmarks use one to measure the cost. */
export const chainHashing: ChainHashing = {
  leaf: (columns) => hash("sha256", `\0${leafText(columns)}`, "binary"),
  root: rootInPlace,
  block: blockHashOf,
};
