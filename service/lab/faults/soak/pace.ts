import { setTimeout as sleep } from "node:timers/promises";

const MS_PER_SECOND = 1_000;

/** Gives turns at an even rate to any number of callers. Unused turns are not made up for. */
export class Pace {
  readonly #everyMs: number;
  readonly #now: () => number;
  #next = 0;

  /** @param perSecond without a number, every turn comes at once */
  constructor(perSecond: number | null, now: () => number = () => performance.now()) {
    this.#everyMs = perSecond === null ? 0 : MS_PER_SECOND / perSecond;
    this.#now = now;
  }

  /** Takes the next turn. @returns how long to wait for it, in milliseconds */
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
