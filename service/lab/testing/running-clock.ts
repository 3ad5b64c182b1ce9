import type { Scheduler } from "#projections/kernel/scheduler.ts";

interface Waiting {
  readonly at: number;
  readonly work: () => void;
  timer?: NodeJS.Timeout;
}

/**
 * A running clock that a test can move forward: timers due by then run at once.
 * @example const clock = new RunningClock(SITE_BEGINS_AT); clock.now += DAY_MS;
 */
export class RunningClock implements Scheduler {
  /** Whether joining a coinflip moves the clock to its deciding round, as most tests of games want. */
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
    // Later timers are nearer now: the old ones would wait too long.
    for (const one of this.#waiting) if (one.at > at) this.#arm(one);
    const due = [...this.#waiting].filter((one) => one.at <= at);
    for (const one of due.toSorted((a, b) => a.at - b.at)) if (this.#drop(one)) one.work();
  }

  after(ms: number, work: () => void): () => void {
    const one: Waiting = { at: this.now + ms, work };
    this.#arm(one);
    this.#waiting.add(one);
    return () => void this.#drop(one);
  }

  #arm(one: Waiting): void {
    clearTimeout(one.timer);
    one.timer = setTimeout(() => {
      if (this.#drop(one)) one.work();
    }, one.at - this.now);
    one.timer.unref();
  }

  /** @returns whether it was still waiting */
  #drop(one: Waiting): boolean {
    clearTimeout(one.timer);
    return this.#waiting.delete(one);
  }
}
