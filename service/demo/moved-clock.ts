import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Scheduler } from "#projections/kernel/scheduler.ts";

/** Interval for looking at awaited work, in milliseconds of real time. */
const TICK_MS = 15;

interface Waiting {
  /** A whole number, like every time in the log. */
  readonly at: number;
  readonly work: () => void;
}

/** A clock that stands still until it is moved, for a month played in minutes. */
export class MovedClock implements Scheduler {
  readonly #waiting = new Set<Waiting>();
  /** Timers started by the awaited work; timers of other work are not among them. */
  readonly #fresh = new Set<Waiting>();
  readonly #work = new AsyncLocalStorage<true>();
  #now: number;

  /** @param now milliseconds since 1970 */
  constructor(now: number) {
    this.#now = now;
  }

  get now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    const one = { at: Math.ceil(this.#now + ms), work };
    this.#waiting.add(one);
    if (this.#work.getStore() === true) this.#fresh.add(one);
    return () => void this.#drop(one);
  }

  /** Moves forward, never back, and runs each timer that is due, once. */
  move(ms: number): void {
    this.#now += Math.max(0, ms);
    const due = [...this.#waiting].filter(({ at }) => at <= this.#now).toSorted((a, b) => a.at - b.at);
    for (const one of due) if (this.#drop(one)) this.#work.exit(one.work);
  }

  /** @returns whether it was still waiting */
  #drop(one: Waiting): boolean {
    this.#fresh.delete(one);
    return this.#waiting.delete(one);
  }

  /** Runs work and awaits it. When the work waits for a timer of this clock, the clock moves there. */
  async during<T>(begin: () => Promise<T>): Promise<T> {
    this.#fresh.clear();
    let isDone = false;
    const done = this.#work.run(true, begin).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await Promise.race([done, delay(TICK_MS)]);
      const soonest = Math.min(...[...this.#fresh].map(({ at }) => at));
      if (!isDone && Number.isFinite(soonest)) this.move(soonest - this.#now);
    }
    return done;
  }
}
