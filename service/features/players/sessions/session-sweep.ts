import { asError } from "#service/db/errors.ts";
import { everySoOften } from "#service/looking-job.ts";
import type { Sessions } from "./sessions.ts";

/** Interval of checks whether a night has begun, in milliseconds. */
const LOOK_EVERY_MS = 60_000;
/** Maximum sessions deleted by a statement, and statements a night. The next night deletes the rest. */
const BATCH_MAX = 1_000;
const BATCHES_MAX = 1_000;

export interface SessionSweepOptions {
  readonly sessions: Pick<Sessions, "deleteExpired">;
  readonly now: () => number;
  /** The name of the night of an instant. */
  readonly nightOf: (at: number) => string;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** Deletes expired sessions at the start and once a night. Safe in several processes. */
export class SessionSweep {
  readonly #options: SessionSweepOptions;
  #stopTimer = (): void => undefined;
  #running: Promise<void> | null = null;
  #sweptIn: string | null = null;

  constructor(options: SessionSweepOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopTimer = everySoOften(LOOK_EVERY_MS, () => void this.look());
  }

  /** Stops, after a running batch. */
  async stop(): Promise<void> {
    this.#stopTimer();
    this.#sweptIn = "stopped";
    await this.#running;
  }

  /** Deletes expired sessions, unless done this night. Never fails: errors are reported. */
  look(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #look(): Promise<void> {
    const { sessions, now, nightOf, onTrouble } = this.#options;
    const night = nightOf(now());
    if (this.#sweptIn === night || this.#sweptIn === "stopped") return;
    try {
      for (let batch = 0; batch < BATCHES_MAX && this.#sweptIn !== "stopped"; batch += 1)
        if ((await sessions.deleteExpired(BATCH_MAX)) < BATCH_MAX) break;
      if (this.#sweptIn !== "stopped") this.#sweptIn = night;
    } catch (error) {
      onTrouble("expired sessions could not be deleted", asError(error));
    }
  }
}
