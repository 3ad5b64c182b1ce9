import { setImmediate } from "node:timers/promises";
import { CHAIN_LINKS_MAX } from "#domain/fairness/hash-chain.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { sha256 } from "#service/event-store/append/hashing.ts";

/** Every 100th link is stored in memory. Any other takes at most 100 hashes from there. */
const KEPT_EVERY = 100;
/** Hashes before yielding to other work: less than a millisecond. */
const HASHES_PER_TURN = 500;

/**
 * Links of a hash chain, computed with few hashes. An unrevealed link is as good as money: only decisions may read it.
 */
export class ChainLinks {
  /** The root, and every hundredth hash after it. */
  readonly #kept: readonly Buffer[];
  readonly terminal: string;
  readonly length: number;

  private constructor(kept: readonly Buffer[], terminal: string, length: number) {
    this.#kept = kept;
    this.terminal = terminal;
    this.length = length;
  }

  /** The chain of a given length from a root. */
  static async of(root: Buffer, length: number): Promise<ChainLinks> {
    const { kept, link } = await walk(root, length, null);
    return new ChainLinks(kept, link.toString("hex"), length);
  }

  /** The chain from a root to a terminal; null if the root belongs to another. */
  static async upTo(root: Buffer, terminal: string): Promise<ChainLinks | null> {
    const { kept, link, hashes } = await walk(root, CHAIN_LINKS_MAX, Buffer.from(terminal, "hex"));
    return link.toString("hex") === terminal ? new ChainLinks(kept, terminal, hashes) : null;
  }

  /** Link `index`; 0 is the terminal. */
  at(index: number): Buffer {
    const hashes = this.length - index;
    invariant(
      Number.isSafeInteger(index) && index >= 0 && hashes >= 0,
      "a link is between the terminal and the root",
    );
    const place = Math.min(Math.floor(hashes / KEPT_EVERY), this.#kept.length - 1);
    let link = this.#kept[place];
    invariant(link !== undefined, "links are kept along the whole chain");
    for (let done = place * KEPT_EVERY; done < hashes; done += 1) link = sha256(link);
    return link;
  }
}

/** Hashes from a root up to a link or a count, and yields to other work in between. */
async function walk(root: Buffer, length: number, until: Buffer | null) {
  const kept = [root];
  let link = root;
  let hashes = 0;
  while (hashes < length && (until === null || !link.equals(until))) {
    link = sha256(link);
    hashes += 1;
    if (hashes % KEPT_EVERY === 0) kept.push(link);
    if (hashes % HASHES_PER_TURN === 0) await setImmediate();
  }
  return { kept, link, hashes };
}
