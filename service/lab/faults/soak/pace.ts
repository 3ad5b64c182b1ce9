import { setTimeout as sleep } from "node:timers/promises";

const MS_PER_SECOND = 1_000;

/** Gives turns at an even rate to however many ask. Turns that nobody took are not made up for. */
export class Pace {
  readonly #everyMs: number;
  readonly #now: () => number;
  #next = 0;

  /** @param perSecond without a number everybody's turn is at once */
  constructor(perSecond: number | null, now: () => number = () => performance.now()) {
    this.#everyMs = perSecond === null ? 0 : MS_PER_SECOND / perSecond;
    this.#now = now;
  }

  /** How long to wait for the next turn, which is taken with it, in milliseconds. */
  take(): number {
    const now = this.#now();
    const due = Math.max(this.#next, now);
    this.#next = due + this.#everyMs;
    return due - now;
  }

  /** Waits for a turn. */
  readonly turn = async (): Promise<void> => {
    const ms = this.take();
    if (ms > 0) await sleep(ms);
  };
}
