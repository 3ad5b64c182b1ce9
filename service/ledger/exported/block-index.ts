import type { HeadOfBlock } from "../heads/signed-heads.ts";
import type { FindBlocks } from "../verifier/heads-check.ts";
import type { LogSlice } from "../verifier/slices.ts";

const HASH_BYTES = 32;
const CAPACITY_BEGIN = 1_024;

/** The end and the hash of each block: 40 bytes per block, so that a long log fits into memory. */
export class BlockIndex {
  #ends = new Float64Array(CAPACITY_BEGIN);
  #hashes = new Uint8Array(CAPACITY_BEGIN * HASH_BYTES);
  #count = 0;

  /** Adds the blocks of a slice. Slices come in order. */
  add({ blocks }: LogSlice): void {
    for (const { to, hash } of blocks) {
      if (this.#count === this.#ends.length) this.#grow();
      this.#ends[this.#count] = to;
      this.#hashes.set(hash, this.#count * HASH_BYTES);
      this.#count += 1;
    }
  }

  readonly find: FindBlocks = async (numbers) => numbers.flatMap((number) => this.#at(number));

  #at(number: number): HeadOfBlock[] {
    const to = Number.isSafeInteger(number) && number <= this.#count ? this.#ends[number - 1] : undefined;
    if (to === undefined) return [];
    return [{ number, to, hash: this.#hashes.slice((number - 1) * HASH_BYTES, number * HASH_BYTES) }];
  }

  #grow(): void {
    const [ends, hashes] = [this.#ends, this.#hashes];
    this.#ends = new Float64Array(ends.length * 2);
    this.#ends.set(ends);
    this.#hashes = new Uint8Array(hashes.length * 2);
    this.#hashes.set(hashes);
  }
}
