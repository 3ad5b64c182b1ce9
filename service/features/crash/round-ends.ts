import { setTimeout as sleep } from "node:timers/promises";

/** How long a late cash-out waits for the end of the round, and its polling interval, in milliseconds. */
const WAITED_MAX_MS = 10_000;
const LOOKED_EVERY_MS = 150;
/** Maximum rounds whose end is awaited at once. */
const ROUNDS_MAX = 2_000;

/** Waits for the end of rounds in the log, once for all requests about a round. */
export class RoundEnds {
  readonly #waits = new Map<string, Promise<boolean>>();
  readonly #hasEnded: (roundId: string) => Promise<boolean>;

  constructor(hasEnded: (roundId: string) => Promise<boolean>) {
    this.#hasEnded = hasEnded;
  }

  /** @returns whether it ended in time */
  async ended(roundId: string): Promise<boolean> {
    const known = this.#waits.get(roundId);
    if (known !== undefined) return known;
    if (this.#waits.size >= ROUNDS_MAX) return false;
    const wait = this.#wait(roundId).finally(() => this.#waits.delete(roundId));
    this.#waits.set(roundId, wait);
    return wait;
  }

  async #wait(roundId: string): Promise<boolean> {
    const until = performance.now() + WAITED_MAX_MS;
    while (!(await this.#hasEnded(roundId))) {
      if (performance.now() > until) return false;
      await sleep(LOOKED_EVERY_MS);
    }
    return true;
  }
}
