/** Reproducible chance: everything follows from its seed (splitmix32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Thirty-two bits. */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let bits = this.#state ^ (this.#state >>> 16);
    bits = Math.imul(bits, 0x21f0aaad);
    bits ^= bits >>> 15;
    bits = Math.imul(bits, 0x735a2d97);
    return (bits ^ (bits >>> 15)) >>> 0;
  }

  /** A whole number from 0 up to, and not including, a bound. */
  below(bound: number): number {
    return this.#next() % bound;
  }

  /** Whether an event with a percentage chance happens now. */
  percent(times: number): boolean {
    return this.below(100) < times;
  }

  /** A random element of a list. */
  pick<T>(things: readonly T[]): T {
    return things[this.below(things.length)] as T;
  }

  bytes(size: number): Uint8Array {
    return Uint8Array.from({ length: size }, () => this.below(256));
  }
}
