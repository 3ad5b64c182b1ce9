import { concatBytes } from "../kernel/bytes.ts";
import { invariant } from "../kernel/invariant.ts";

export type Sha256 = (bytes: Uint8Array) => Uint8Array;
export type Sha256Async = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/** The tag that sets inner nodes apart from leaves (RFC 9162, 2.1.1). */
export const NODE_TAG = 0x01;

const TAG = Uint8Array.of(NODE_TAG);
const nodeBytes = (left: Uint8Array, right: Uint8Array) => concatBytes(TAG, left, right);

/**
 * The root of a Merkle tree over leaf hashes (RFC 9162, 2.1.1). Joining neighbours level by level and carrying
 * an odd last node up gives the same tree as splitting at the largest power of two.
 * @param leaves at least one 32-byte hash
 */
export function merkleRoot(leaves: readonly Uint8Array[], sha256: Sha256): Uint8Array {
  invariant(leaves.length > 0, "a tree has at least one leaf");
  let level = leaves;
  while (level.length > 1) level = parents(level, sha256);
  return level[0] as Uint8Array;
}

function parents(level: readonly Uint8Array[], sha256: Sha256): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i] as Uint8Array;
    const right = level[i + 1];
    above.push(right === undefined ? left : sha256(nodeBytes(left, right)));
  }
  return above;
}

/**
 * The neighbours that lead from one leaf to the root, lowest first (RFC 9162, 2.1.3.1).
 * @param index place of the leaf, from 0
 */
export function inclusionPath(leaves: readonly Uint8Array[], index: number, sha256: Sha256): Uint8Array[] {
  invariant(index >= 0 && index < leaves.length, "the leaf is in the tree");
  const path: Uint8Array[] = [];
  let level = leaves;
  let place = index;
  while (level.length > 1) {
    const neighbour = level[place ^ 1];
    if (neighbour !== undefined) path.push(neighbour);
    level = parents(level, sha256);
    place >>= 1;
  }
  return path;
}

/**
 * The root that a leaf and its path lead to (RFC 9162, 2.1.3.2); null when the path has the wrong length.
 * @param size number of leaves in the tree
 */
export async function rootOfPath(
  leaf: { readonly hash: Uint8Array; readonly index: number; readonly size: number },
  path: readonly Uint8Array[],
  sha256: Sha256Async,
): Promise<Uint8Array | null> {
  if (leaf.index >= leaf.size) return null;
  let place = leaf.index;
  let last = leaf.size - 1;
  let node = leaf.hash;
  let used = 0;
  while (last > 0) {
    if (place % 2 === 1 || place < last) {
      const neighbour = path[used];
      if (neighbour === undefined) return null;
      used += 1;
      node = await sha256(place % 2 === 1 ? nodeBytes(neighbour, node) : nodeBytes(node, neighbour));
    }
    place >>= 1;
    last >>= 1;
  }
  return used === path.length ? node : null;
}
