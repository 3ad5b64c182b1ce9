import type { Scheduler } from "#projections/kernel/scheduler.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import { asError } from "#service/db/errors.ts";

/** The time of rounds, and its possible error. Milliseconds. */
export interface RoundClock {
  /** Whole, as the log and queries need it; never goes back. */
  now(): number;
  /** Infinite while the database's time is unknown. */
  readonly errorMs: number;
}

/** Probes per measurement, of which the quickest counts, and the interval of measurements. */
const PROBES = 5;
const PROBE_EVERY_MS = 30_000;
/** Maximum drift of two quartz clocks, in milliseconds per millisecond. */
const DRIFT = 100e-6;
/** How fast the clock approaches the database's, in milliseconds per millisecond. */
const SLEW = 0.01;
/** A clock further behind is set at once; one further ahead waits, as it never goes back. */
const STEP_MS = 1_000;

export interface DatabaseClockOptions {
  readonly sql: Pick<Sql, "query">;
  readonly scheduler: Scheduler;
  readonly onTrouble: (what: string, error: Error) => void;
  /** A clock that nobody sets, in milliseconds. */
  readonly monotonic?: () => number;
}

interface Sight {
  /** How far the database's clock is ahead of the monotonic one. */
  readonly offset: number;
  /** Half the round trip: the time may have been read at either end of it. */
  readonly errorMs: number;
  /** By the monotonic clock. */
  readonly at: number;
}

/** The database's clock: a monotonic clock with a slowly adjusted offset, so that time never goes back. */
export class DatabaseClock implements RoundClock {
  readonly #options: DatabaseClockOptions;
  readonly #monotonic: () => number;
  #sight: Sight | null = null;
  /** The offset in use at an instant, on its way to the newest measured one. */
  #used = { offset: 0, at: 0 };
  #told = 0;
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(options: DatabaseClockOptions) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
  }

  now(): number {
    this.#told = Math.max(this.#told, this.#slewed());
    return Math.floor(this.#told);
  }

  get errorMs(): number {
    if (this.#sight === null) return Number.POSITIVE_INFINITY;
    const { offset, errorMs, at } = this.#sight;
    const time = this.now() - this.#monotonic();
    return errorMs + (this.#monotonic() - at) * DRIFT + Math.abs(time - offset);
  }

  async start(): Promise<void> {
    await this.probe();
    this.#next();
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    return Promise.resolve();
  }

  #next(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#options.scheduler.after(PROBE_EVERY_MS, () => {
      void this.probe().then(() => this.#next());
    });
  }

  /** Asks the database for its time. While it is away the clock continues, with a growing error. */
  async probe(): Promise<void> {
    const sights: Sight[] = [];
    for (let n = 0; n < PROBES && !this.#isStopped; n += 1) {
      try {
        sights.push(await this.#ask());
      } catch (error) {
        this.#options.onTrouble("the database's clock could not be read", asError(error));
        break;
      }
    }
    const [best] = sights.toSorted((a, b) => a.errorMs - b.errorMs);
    if (best === undefined) return;
    const now = this.#monotonic();
    const offset = this.#offset(now);
    const isFar = this.#sight === null || best.offset - offset > STEP_MS;
    this.#used = { offset: isFar ? best.offset : offset, at: now };
    this.#sight = best;
  }

  async #ask(): Promise<Sight> {
    const before = this.#monotonic();
    const [row] = await this.#options.sql.query<Row & { readonly now: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
    );
    const after = this.#monotonic();
    const errorMs = (after - before) / 2;
    return { offset: Number(row?.now) - (before + errorMs), errorMs, at: after };
  }

  #slewed(): number {
    const now = this.#monotonic();
    return now + this.#offset(now);
  }

  #offset(now: number): number {
    if (this.#sight === null) return this.#used.offset;
    const most = (now - this.#used.at) * SLEW;
    const missing = this.#sight.offset - this.#used.offset;
    return this.#used.offset + Math.max(-most, Math.min(most, missing));
  }
}
