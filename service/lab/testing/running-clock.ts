import type { Scheduler } from "#projections/kernel/scheduler.ts";

const TICK_MS = 20;
/** Longest time between two ticks that counts: a process that stood still for longer has not lived through it. */
const TICK_COUNTS_MS = 100;

let lived = Date.now();
let tickedAt = lived;
setInterval(() => {
  lived = livedUntilNow();
  tickedAt = Date.now();
}, TICK_MS).unref();

/**
 * Milliseconds, like `Date.now`, without the time for which the process stood still: on a busy machine a round's few
 * seconds would otherwise be over before its players could act.
 */
function livedUntilNow(): number {
  return lived + Math.min(Math.max(0, Date.now() - tickedAt), TICK_COUNTS_MS);
}

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
    this.#ahead = begins - livedUntilNow();
  }

  get now(): number {
    return livedUntilNow() + this.#ahead;
  }

  set now(at: number) {
    this.#ahead = at - livedUntilNow();
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
      // This clock may be behind the process's timers.
      if (one.at > this.now) this.#arm(one);
      else if (this.#drop(one)) one.work();
    }, one.at - this.now);
    one.timer.unref();
  }

  /** @returns whether it was still waiting */
  #drop(one: Waiting): boolean {
    clearTimeout(one.timer);
    return this.#waiting.delete(one);
  }
}
