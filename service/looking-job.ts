import type { Scheduler } from "#projections/kernel/scheduler.ts";
import { asError } from "#service/db/errors.ts";

export interface LookingJobOptions {
  /** Does what there is to do. */
  readonly look: () => Promise<void>;
  /** How often it looks when nobody wakes it, in milliseconds. */
  readonly everyMs: number;
  readonly scheduler: Scheduler;
  /** What could not be done when it fails, in words. */
  readonly trouble: string;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** Calls `work` at an interval until the returned function is called; the timer keeps no process alive. */
export function everySoOften(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** Does one piece of work of several: an error is reported and stops no other. */
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

/** Work done when woken and at an interval, never twice at once. It never fails: errors are reported. */
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

  /** Stops looking, and waits for the look that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  /** There is something to do: looks now, or again once the present look is over. */
  wake(): void {
    void this.look();
  }

  /** Looks, and looks again if woken in the meantime. @returns when no look is wanted */
  look(): Promise<void> {
    this.#isWanted = true;
    // It begins later, so that an immediate wake-up finds it running.
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
