import { ProviderTrouble } from "./provider.ts";

/** Most webhooks of a provider handled at once, and most that may wait. */
export const AT_ONCE_MAX = 8;
export const WAITING_MAX = 2_000;

/**
 * Handles webhooks a few at a time, in order of arrival, so that other work runs in between: without it, bets waited
 * for the last of a burst of a thousand.
 */
export class WebhookTurns {
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  /** Runs work in its turn. @throws ProviderTrouble when too many wait, or the work's error */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay < AT_ONCE_MAX) this.#underWay += 1;
    else if (this.#waiting.length >= WAITING_MAX) throw new ProviderTrouble("away", "too many webhooks wait");
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  /** Starts the next one in a task of its own, so that pending I/O is handled first. */
  #handOn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#underWay -= 1;
    else setImmediate(next);
  }
}
