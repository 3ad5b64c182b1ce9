import { setTimeout as sleep } from "node:timers/promises";
import { classify } from "#service/db/errors.ts";
import { HttpProblem } from "#service/http/problem.ts";

/** How long a request is held while the database is away, and its retry interval, in milliseconds. */
const HELD_MAX_MS = 10_000;
const TRIED_EVERY_MS = 200;
/** Maximum requests held at once. */
const HELD_MAX = 2_000;
const UNAVAILABLE = 503;

/** Holds requests while the database is away. Only for requests decided by their instant of receipt. */
export class Patience {
  #held = 0;

  /** Runs work, and repeats it while the database is away. @throws what the work throws */
  async with<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + HELD_MAX_MS;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isAway(error) || performance.now() > until || this.#held >= HELD_MAX) throw error;
      }
      this.#held += 1;
      try {
        await sleep(TRIED_EVERY_MS);
      } finally {
        this.#held -= 1;
      }
    }
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof HttpProblem ? error.status === UNAVAILABLE : classify(error) === "retry";
