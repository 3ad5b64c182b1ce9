/** When a simulation begins. */
export const BEGINS_AT = Date.parse("2026-01-01T00:00:00.000Z");

interface Timer {
  at: number;
  /** Of two timers due at once the older goes first. */
  readonly order: number;
  /** Interval in milliseconds; null for a single run. */
  readonly every: number | null;
  readonly work: () => void;
}

type Callback = (...values: readonly unknown[]) => void;

const real = { setImmediate, now: Date.now, performanceNow: performance.now };
/** Waits until everything that needs no time is done. */
const settled = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve));

/**
 * Runs work in virtual time, which advances from timer to timer as soon as nothing else is left to do. Nothing waits
 * for real, and the same work happens in the same order each time.
 * @throws when the work is not done after `limitMs` of that time
 */
export async function inVirtualTime<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const time = new VirtualTime();
  const giveBack = time.replaceTimers();
  try {
    return await time.run(work, limitMs);
  } finally {
    giveBack();
  }
}

class VirtualTime {
  #now = 0;
  #made = 0;
  /** In the order in which they are due. */
  readonly #timers: Timer[] = [];

  async run<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
    const end: { outcome: { readonly value: T } | { readonly error: unknown } | null } = { outcome: null };
    work().then(
      (value) => {
        end.outcome = { value };
      },
      (error: unknown) => {
        end.outcome = { error };
      },
    );
    for (;;) {
      await settled();
      if (end.outcome !== null) break;
      this.#next();
      if (this.#now > limitMs) throw new Error(`The simulation goes on after ${limitMs} ms`);
    }
    if ("error" in end.outcome) throw end.outcome.error;
    return end.outcome.value;
  }

  #next(): void {
    const timer = this.#timers.shift();
    if (timer === undefined) throw new Error("The simulation stands still: nothing is left to happen");
    this.#now = timer.at;
    if (timer.every !== null) this.#put({ ...timer, at: this.#now + timer.every }, timer);
    timer.work();
  }

  /** Timers are few: searching the place from the end is quickest. */
  #put(timer: Timer, instead?: Timer): Timer {
    const kept = instead === undefined ? timer : Object.assign(instead, timer);
    let place = this.#timers.length;
    while (place > 0 && isAfter(this.#timers[place - 1] as Timer, kept)) place -= 1;
    this.#timers.splice(place, 0, kept);
    return kept;
  }

  #drop(timer: unknown): void {
    const place = this.#timers.indexOf(timer as Timer);
    if (place >= 0) this.#timers.splice(place, 1);
  }

  #make(callback: Callback, ms: number, every: number | null, values: readonly unknown[]): object {
    this.#made += 1;
    const at = this.#now + Math.max(0, Math.trunc(ms) || 0);
    const work = () => callback(...values);
    const timer = this.#put({ at, order: this.#made, every, work });
    return Object.assign(timer, { unref: () => timer, ref: () => timer, hasRef: () => true });
  }

  /** Replaces the real time with this one. @returns restores the real one */
  replaceTimers(): () => void {
    if (Date.now !== real.now) throw new Error("One simulation at a time: it replaces the time of all");
    const drop = (timer: unknown) => this.#drop(timer);
    const timers = {
      setTimeout: (work: Callback, ms = 0, ...values: unknown[]) => this.#make(work, ms, null, values),
      setInterval: (work: Callback, ms = 1, ...values: unknown[]) =>
        this.#make(work, ms, Math.max(1, ms), values),
      setImmediate: (work: Callback, ...values: unknown[]) => this.#make(work, 0, null, values),
      clearTimeout: drop,
      clearInterval: drop,
      clearImmediate: drop,
    };
    const names = Object.keys(timers) as (keyof typeof timers)[];
    const before = names.map((name) => [name, globalThis[name]] as const);
    Object.assign(globalThis, timers);
    Date.now = () => BEGINS_AT + this.#now;
    performance.now = () => this.#now;
    return () => {
      Object.assign(globalThis, Object.fromEntries(before));
      Date.now = real.now;
      performance.now = real.performanceNow;
    };
  }
}

const isAfter = (one: Timer, other: Timer): boolean =>
  one.at > other.at || (one.at === other.at && one.order > other.order);
