import { nightOf } from "#domain/kernel/time.ts";
import { asError } from "#service/db/errors.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import { everySoOften } from "#service/looking-job.ts";
import type { BooksFound } from "./check-books.ts";
import { NIGHT_LEASE_MS, type Nights } from "./nights.ts";
import { haltCommand } from "./stakes.ts";

/** Interval at which a process checks whether a night is due, in milliseconds. */
export const LOOK_EVERY_MS = 60_000;
/** Uptime after which a process makes up for an unchecked night, in milliseconds. */
const CATCH_UP_AFTER_MS = 600_000;

export interface NightlyOptions {
  readonly nights: Nights;
  readonly check: (signal: AbortSignal) => Promise<BooksFound>;
  readonly submit: (command: Submission) => Promise<Outcome>;
  /** Whether this process knows every event type in the log: an older release must not judge a newer log. */
  readonly canJudge: () => boolean;
  readonly now: () => number;
  readonly owner: string;
  /** The hour in which nights begin, in UTC. */
  readonly hour: number;
  readonly onTrouble: (what: string, error: Error) => void;
  /** Calls `work` at an interval until the returned function is called; the timer keeps no process alive. */
  readonly every?: (ms: number, work: () => void) => () => void;
}

/** The books are wrong. Its message goes to the service's log, for the operator. */
export class BooksWrongError extends Error {
  override readonly name = "BooksWrongError";
}

/**
 * Checks the books once a night, in whichever process comes first. A fault is recorded, then stakes are halted by an
 * event, and only then is the night closed: a process that takes over in between repeats the check.
 */
export class NightlyChecks {
  readonly #options: NightlyOptions;
  readonly #began: number;
  readonly #ending = new AbortController();
  #stopTimer: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #lastChecked: string | null = null;

  constructor(options: NightlyOptions) {
    this.#options = options;
    this.#began = options.now();
  }

  start(): void {
    const every = this.#options.every ?? everySoOften;
    this.#stopTimer ??= every(LOOK_EVERY_MS, () => void this.look());
  }

  /** Stops, and aborts a running check, which another process repeats. */
  async stop(): Promise<void> {
    this.#ending.abort(new Error("The service is being stopped"));
    this.#stopTimer?.();
    this.#stopTimer = null;
    await this.#running;
  }

  /** Checks the present night, if it is due and no other process does. Never fails: errors are reported. */
  look(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #look(): Promise<void> {
    const { nights, now, owner, hour, canJudge, onTrouble } = this.#options;
    const at = now();
    const night = nightOf(at, hour);
    // A night that began before this process did belongs to another, unless nobody checks it.
    const isNew = night !== nightOf(this.#began, hour);
    const mayCatchUp = at - this.#began >= CATCH_UP_AFTER_MS;
    if (night === this.#lastChecked || !canJudge() || !(isNew || mayCatchUp)) return;
    const claim = { night, owner };
    try {
      const attempt = await nights.claim({ ...claim, at, mayBegin: isNew });
      if (attempt === null) return;
      const renewal = everySoOften(NIGHT_LEASE_MS / 4, () => {
        nights
          .renew(claim)
          .catch((error: unknown) =>
            onTrouble("the lease of a nightly check was not renewed", asError(error)),
          );
      });
      try {
        await this.#checkNight(claim, attempt);
        this.#lastChecked = night;
      } finally {
        renewal();
      }
    } catch (error) {
      onTrouble("the nightly check could not be done", asError(error));
      await nights.release(claim).catch(() => undefined);
    }
  }

  async #checkNight(
    claim: { readonly night: string; readonly owner: string },
    attempt: number,
  ): Promise<void> {
    const { nights, check, submit, now, canJudge, onTrouble } = this.#options;
    const found = await check(this.#ending.signal);
    if (!canJudge()) throw new Error("This process does not know all event types of the log");
    // Another process took over, and reports.
    if (!(await nights.renew(claim))) return;
    await nights.found(claim, found);
    if (found.problem !== null) {
      onTrouble(
        "the nightly check found the books wrong; stakes are halted",
        new BooksWrongError(found.problem),
      );
      const id = `${claim.night}_${attempt}`;
      const outcome = await submit(haltCommand({ id, reason: found.problem }, now()));
      const isHalted =
        outcome.kind === "committed" ||
        (outcome.kind === "refused" && outcome.refusal.code === "halted_already");
      if (!isHalted) throw new Error(`Stakes could not be halted: ${outcome.kind}`);
    }
    await nights.finish(claim, now());
  }
}
