import { invariant } from "#domain/kernel/invariant.ts";
import { pause, type Scheduler } from "../scheduler.ts";
import type { Database, Row } from "../sql.ts";

export interface FencesOptions {
  readonly primary: Database;
  readonly subscriber: Database;
  readonly logId: number;
  readonly scheduler: Scheduler;
}

/** Requests within this time share a fence, in milliseconds, which bounds the fences written a second. */
const GATHER_MS = 10;
/** How long a fence is waited for at the subscriber, and how often it is looked for, in milliseconds. */
export const FENCE_WAIT_MS = 500;
const LOOK_EVERY_MS = 5;

/** Waits for a subscriber: commits arrive in order, so a number written now arrives after earlier ones. */
export class Fences {
  readonly #options: FencesOptions;
  #gathering: Promise<boolean> | null = null;

  constructor(options: FencesOptions) {
    this.#options = options;
  }

  /** @returns whether the subscriber has it all; false when the time was over first */
  passed(): Promise<boolean> {
    this.#gathering ??= this.#pass();
    return this.#gathering;
  }

  async #pass(): Promise<boolean> {
    await pause(this.#options.scheduler, GATHER_MS);
    // Later writes need the next one.
    this.#gathering = null;
    return this.arrives(FENCE_WAIT_MS);
  }

  /** Whether what was written before now arrives within so many milliseconds. @throws where one cannot be asked */
  async arrives(withinMs: number): Promise<boolean> {
    const { scheduler } = this.#options;
    const number = await this.#raise();
    let isOver = false;
    const cancel = scheduler.after(withinMs, () => {
      isOver = true;
    });
    try {
      while (!isOver) {
        if ((await this.#arrived()) >= number) return true;
        await pause(scheduler, LOOK_EVERY_MS);
      }
      return false;
    } finally {
      cancel();
    }
  }

  async #raise(): Promise<bigint> {
    const { primary, logId } = this.#options;
    const [row] = await primary.run<FenceRow>({ name: "raise_read_fence", text: RAISE, values: [logId] });
    invariant(row !== undefined, "a fence has a number");
    return row.number;
  }

  async #arrived(): Promise<bigint> {
    const { subscriber, logId } = this.#options;
    const [row] = await subscriber.run<FenceRow>({ name: "read_fence", text: ARRIVED, values: [logId] });
    return row?.number ?? 0n;
  }
}

interface FenceRow extends Row {
  readonly number: bigint;
}

const RAISE = `insert into read_fences as f (log_id, number) values ($1::int, 1)
  on conflict (log_id) do update set number = f.number + 1 returning number`;
const ARRIVED = "select number from read_fences where log_id = $1::int";
