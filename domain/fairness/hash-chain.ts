import { sha256 } from "@noble/hashes/sha2.js";
import { equalBytes } from "../kernel/bytes.ts";
import { invariant } from "../kernel/invariant.ts";

/**
 * A reverse hash chain: link n is the SHA-256 of link n + 1, so that the published terminal, link 0, commits to every
 * link, and each revealed link to the next. Links are used in order 1, 2, 3 ...; knowing some does not help to compute
 * later ones.
 */
export interface HashChain {
  /** 32 secret bytes: the last link. */
  readonly root: Uint8Array;
  /** How many links can be used. */
  readonly length: number;
}

const LINK_BYTES = 32;
/** The most links that a chain has: opening one hashes as often. */
export const CHAIN_LINKS_MAX = 10_000;

/**
 * Link `index` of a chain; 0 is the terminal. Hashes `length - index` times.
 * @example linkOf({ root, length: 2 }, 0) // sha256(sha256(root))
 */
export function linkOf({ root, length }: HashChain, index: number): Uint8Array {
  invariant(root.length === LINK_BYTES, "a chain's root has 32 bytes");
  invariant(
    Number.isSafeInteger(index) && index >= 0 && index <= length,
    "a link is between the terminal and the root",
  );
  let link = root;
  for (let i = length; i > index; i -= 1) link = sha256(link);
  return link;
}

/** What a chain commits to before its first link is used. */
export const terminalOf = (chain: HashChain): Uint8Array => linkOf(chain, 0);

/** Whether a link is the one that its predecessor, or the terminal, commits to. */
export const isNextLink = (link: Uint8Array, previous: Uint8Array): boolean =>
  link.length === LINK_BYTES && equalBytes(sha256(link), previous);
