import { ProviderTrouble } from "./provider.ts";

/** How many webhooks of a provider are looked at together, and the most that wait for that. */
export const AT_ONCE_MAX = 8;
export const WAITING_MAX = 2_000;

/**
 * Gives webhooks their turns, a few at a time and in the order of their coming, so that what else the process does
 * comes in between: a thousand that came at once were checked in one stretch, and bets waited for the last of them.
 */
export class WebhookTurns {
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  /** Does work in its turn. @throws ProviderTrouble when too many wait, or what the work throws */
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

  /** The turn goes to who waits, in a task of its own: what came in by then is read first. */
  #handOn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#underWay -= 1;
    else setImmediate(next);
  }
}
