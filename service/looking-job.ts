import type { Scheduler } from "#projections/kernel/scheduler.ts";
import { asError } from "#service/db/errors.ts";

export interface LookingJobOptions {
  /** One look: finds work and does it. */
  readonly look: () => Promise<void>;
  /** The interval between looks without a wake-up, in milliseconds. */
  readonly everyMs: number;
  readonly scheduler: Scheduler;
  /** The report when a look fails, such as "mails were not sent". */
  readonly trouble: string;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** Calls `work` at an interval until the returned function is called; the timer keeps no process alive. */
export function everySoOften(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** Runs one of several tasks: its error is reported and does not stop the others. */
export async function quietly(
  what: string,
  { onTrouble }: Pick<LookingJobOptions, "onTrouble">,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    onTrouble(what, asError(error));
  }
}

/** A task that runs when woken and at an interval, never twice at once. It never rejects: errors are reported. */
export class LookingJob {
  readonly #options: LookingJobOptions;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;
  #cancel: () => void = () => undefined;

  constructor(options: LookingJobOptions) {
    this.#options = options;
  }

  start(): void {
    this.#later();
    this.wake();
  }

  /** Stops looking, and waits for the look under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  /** Looks now, or again after the look under way. */
  wake(): void {
    void this.look();
  }

  /** Looks, and looks again if woken in the meantime. Resolves when the looks are done. */
  look(): Promise<void> {
    this.#isWanted = true;
    // Begins in a microtask, after #running is set: a wake-up from within `look` starts no second one.
    this.#running ??= Promise.resolve()
      .then(() => this.#look())
      .finally(() => {
        this.#running = null;
        if (this.#isWanted && !this.#isStopped) this.wake();
      });
    return this.#running;
  }

  #later(): void {
    if (this.#isStopped) return;
    this.#cancel = this.#options.scheduler.after(this.#options.everyMs, () => {
      void this.look().finally(() => this.#later());
    });
  }

  async #look(): Promise<void> {
    const { look, trouble, onTrouble } = this.#options;
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      try {
        await look();
      } catch (error) {
        onTrouble(trouble, asError(error));
      }
    }
  }
}
