import type { Verification } from "#domain/features/halts/contract.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { asError } from "#service/db/errors.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import type { BooksFound } from "./check-books.ts";
import { BooksWrongError } from "./nightly.ts";
import { haltCommand } from "./stakes.ts";

/** Timeout of a verification, in milliseconds: two hours. */
const VERIFICATION_MAX_MS = 7_200_000;

export interface VerificationsOptions {
  readonly verify: (watch: {
    readonly signal: AbortSignal;
    readonly onProgress: (position: number) => void;
  }) => Promise<BooksFound>;
  readonly submit: (command: Submission) => Promise<Outcome>;
  /** The end of the log. */
  readonly head: () => { readonly position: number };
  readonly newId: () => string;
  readonly now: () => number;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** The stored part of the newest verification. */
interface Kept {
  readonly startedAt: number;
  readonly by: string;
  readonly goal: number;
  position: number;
  ended: {
    readonly at: number;
    readonly outcome: "right" | "wrong" | "failed";
    readonly problem: string | null;
  } | null;
}

/** Verifications that admins start, one at a time in a process. A fault halts stakes, as at night. */
export class Verifications {
  readonly #options: VerificationsOptions;
  readonly #ending = new AbortController();
  #newest: Kept | null = null;
  #running: Promise<void> | null = null;

  constructor(options: VerificationsOptions) {
    this.#options = options;
  }

  /** The newest verification, running or finished; null before the first. */
  get newest(): Verification | null {
    if (this.#newest === null) return null;
    const { startedAt, by, goal, position, ended } = this.#newest;
    return {
      startedAt: instantOf(startedAt),
      by,
      position,
      goal: Math.max(goal, position),
      finishedAt: ended === null ? null : instantOf(ended.at),
      outcome: ended?.outcome ?? null,
      problem: ended?.problem ?? null,
    };
  }

  /** Starts one. @returns false while another runs */
  start(by: string): boolean {
    if (this.#running !== null || this.#ending.signal.aborted) return false;
    const { now, head } = this.#options;
    const kept: Kept = { startedAt: now(), by, goal: head().position, position: 0, ended: null };
    this.#newest = kept;
    this.#running = this.#verify(kept).finally(() => {
      this.#running = null;
    });
    return true;
  }

  /** Aborts the running one. */
  async stop(): Promise<void> {
    this.#ending.abort(new Error("The service is being stopped"));
    await this.#running;
  }

  async #verify(kept: Kept): Promise<void> {
    const { verify, now, onTrouble } = this.#options;
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(VERIFICATION_MAX_MS)]);
    try {
      const { position, problem } = await verify({
        signal,
        onProgress: (reached) => {
          kept.position = reached;
        },
      });
      kept.position = position;
      if (problem !== null) await this.#halt(problem);
      kept.ended = { at: now(), outcome: problem === null ? "right" : "wrong", problem };
    } catch (error) {
      onTrouble("a verification could not be done", asError(error));
      kept.ended = {
        at: now(),
        outcome: "failed",
        problem: "The verification did not finish. Start it again.",
      };
    }
  }

  async #halt(problem: string): Promise<void> {
    const { submit, newId, now, onTrouble } = this.#options;
    onTrouble("a verification found the log wrong; stakes are halted", new BooksWrongError(problem));
    const outcome = await submit(haltCommand({ id: `verification_${newId()}`, reason: problem }, now()));
    if (outcome.kind === "committed") return;
    if (outcome.kind === "refused" && outcome.refusal.code === "halted_already") return;
    onTrouble("stakes could not be halted", new Error(outcome.kind));
  }
}
