const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MIX = 0x85ebca6b;

/** The number of acknowledged bets, and an order-independent sum over games and positions. */
export interface Tally {
  readonly count: number;
  readonly sum: number;
}

/**
 * Tallies the answers to callers, in constant memory: equal tallies mean that each game is in the log once, at the
 * acknowledged position.
 */
export class Acknowledged {
  #count = 0;
  #sum = 0;

  /** Adds a game with its position. */
  add(gameId: string, position: number): void {
    let hash = FNV_BASIS;
    for (let i = 0; i < gameId.length; i += 1) hash = Math.imul(hash ^ gameId.charCodeAt(i), FNV_PRIME);
    hash = Math.imul(hash ^ position, MIX);
    hash ^= hash >>> 13;
    this.#count += 1;
    this.#sum += hash >>> 0;
  }

  /** Adds the tally of another process. */
  addTally({ count, sum }: Tally): void {
    this.#count += count;
    this.#sum += sum;
  }

  get tally(): Tally {
    return { count: this.#count, sum: this.#sum };
  }
}
