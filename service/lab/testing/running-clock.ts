import type { Scheduler } from "#projections/kernel/scheduler.ts";

interface Waiting {
  readonly at: number;
  readonly work: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A clock that goes on by itself, and that a test moves further: whatever waits by it until then is due at once.
 * @example const clock = new RunningClock(SITE_BEGINS_AT); clock.now += DAY_MS;
 */
export class RunningClock implements Scheduler {
  /** Whether a join of a coinflip moves the clock to the round that decides it, as most tests of games want. */
  skipsToRounds = true;
  readonly #waiting = new Set<Waiting>();
  #ahead: number;

  /** @param begins milliseconds */
  constructor(begins: number) {
    this.#ahead = begins - Date.now();
  }

  get now(): number {
    return Date.now() + this.#ahead;
  }

  set now(at: number) {
    this.#ahead = at - Date.now();
    const due = [...this.#waiting].filter((one) => one.at <= at);
    for (const one of due.toSorted((a, b) => a.at - b.at)) if (this.#drop(one)) one.work();
  }

  after(ms: number, work: () => void): () => void {
    const timer = setTimeout(() => {
      if (this.#drop(one)) work();
    }, ms);
    timer.unref();
    const one: Waiting = { at: this.now + ms, work, timer };
    this.#waiting.add(one);
    return () => void this.#drop(one);
  }

  /** @returns whether it was still waiting */
  #drop(one: Waiting): boolean {
    clearTimeout(one.timer);
    return this.#waiting.delete(one);
  }
}
