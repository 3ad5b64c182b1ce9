import { hash } from "node:crypto";
import { type BlockColumns, blockBytes } from "#domain/ledger/block.ts";
import { type LeafColumns, leafText } from "#domain/ledger/leaf.ts";
import { merkleRoot } from "#domain/ledger/merkle.ts";

/** SHA-256 in one call, about a third of the cost of a hash object for inputs this small. */
export const sha256 = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer");

/** The leaf of an event: SHA-256 of a zero byte and the text of its immutable columns. */
export const leafOf = (columns: LeafColumns): Buffer => hash("sha256", `\0${leafText(columns)}`, "buffer");

/** The Merkle root of a batch's leaves. */
export const rootOf = (leaves: readonly Uint8Array[]): Uint8Array => merkleRoot(leaves, sha256);

/** The hash of a block. */
export const blockHashOf = (block: BlockColumns): Uint8Array => sha256(blockBytes(block));

/** SHA-256 of a request's parts, each ended by a newline, which none of them holds raw. */
export function requestHashOf(...parts: readonly string[]): Uint8Array {
  return hash("sha256", `${parts.join("\n")}\n`, "buffer");
}

/** How a batch is hashed into the chain. */
export interface ChainHashing {
  leaf(columns: LeafColumns): Uint8Array;
  root(leaves: readonly Uint8Array[]): Uint8Array;
  block(block: BlockColumns): Uint8Array;
}

/** The chain's own hashing; anything else makes a log that does not verify, and serves to measure what it costs. */
export const chainHashing: ChainHashing = { leaf: leafOf, root: rootOf, block: blockHashOf };
