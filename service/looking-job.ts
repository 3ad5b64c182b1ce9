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

/** Does one piece of work of several: what goes wrong is told, and holds up no other. */
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

/** Work that is done when it is woken and every so often, never twice at once. It never fails: trouble is told. */
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

  /** Looks no more, and waits for the look that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  /** There is something to do: looks now, or again once the present look is over. */
  wake(): void {
    void this.look();
  }

  /** Looks, and looks again for whoever woke it meanwhile. @returns when nothing is wanted any more */
  look(): Promise<void> {
    this.#isWanted = true;
    // It begins later, so that whoever wakes it at its very beginning finds it running.
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
