import type { RoundName } from "#domain/features/game-rounds/bet.ts";
import { asError } from "#service/db/errors.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import type { RoundClock } from "#service/features/game-rounds/database-clock.ts";
import type { Beats, Silence } from "./beats.ts";
import { nothingPlanned, passCommand, settleCommand } from "./commands.ts";
import type { Flights } from "./flights.ts";
import type { Receipts } from "./prove/receipts.ts";

/** Interval of beats of a running round, in milliseconds. */
const BEAT_EVERY_MS = 1_000;
/** Interval at which bets that leave by rule are paid together, in milliseconds. */
const PAID_EVERY_MS = 250;
/** How often a process tries to take a round over from another, in milliseconds. */
const LOOK_AGAIN_MS = 500;
/** Maximum rounds whose last beat is remembered. */
const SERVED_MAX = 2_000;
/**
 * Grace for cash-outs, here or at other processes, after the database is back: bets are interrupted or lost only then.
 * In milliseconds.
 */
const HEARD_WITHIN_MS = 1_500;
/** A database that takes longer for a beat counts as away, in milliseconds. */
const AWAY_AFTER_MS = 500;

export interface RunnerOptions {
  readonly beats: Pick<Beats, "beat" | "followed" | "end">;
  readonly flights: Flights;
  readonly receipts: Pick<Receipts, "isOpen">;
  readonly clock: RoundClock;
  readonly submit: (command: Submission) => Promise<Outcome>;
}

/** Runs rounds to their ends, pass by pass. */
export class CrashRunner {
  readonly #options: RunnerOptions;
  /** This process's last beat, by round id. */
  readonly #served = new Map<string, number>();
  /** Silences not yet followed up, by round id. */
  readonly #silences = new Map<string, Silence>();
  /** Whether the last request to the database failed, and when it was last found back. */
  #isAway = false;
  #backAt = Number.NEGATIVE_INFINITY;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /**
   * Carries out what is due in a round. @param from an instant before it started to run, in milliseconds
   * @returns when to call again, in milliseconds from now; null at its end
   */
  async run(name: RoundName, from: number): Promise<number | null> {
    try {
      return (await this.#serves(name.roundId, from)) ? await this.#pass(name) : LOOK_AGAIN_MS;
    } catch (error) {
      this.#isAway = true;
      throw error;
    }
  }

  async #pass(name: RoundName): Promise<number | null> {
    const { clock, flights, submit } = this.#options;
    const { roundId } = name;
    const at = Math.floor(clock.now());
    const silence = this.#silences.get(roundId) ?? null;
    const isUnheard = silence !== null && this.#isUnheard(roundId, silence.until);
    const plan = nothingPlanned();
    failed(await submit(passCommand({ name, at, silence, isUnheard, plan }, flights)));
    if (silence !== null && !plan.isSilent) await this.#followed(roundId, silence);
    if (plan.isSettleable && this.#isUnheard(roundId, plan.bustsAt)) return PAID_EVERY_MS;
    if (plan.isSettleable) failed(await submit(settleCommand(name, at, flights)));
    if (plan.isSettleable || plan.dueAt === Number.POSITIVE_INFINITY) {
      await this.#end(roundId);
      return null;
    }
    const wait = plan.dueAt - clock.now();
    return Math.min(BEAT_EVERY_MS, wait <= 0 ? PAID_EVERY_MS : wait);
  }

  /** Whether cash-outs received by an instant may still be undecided. */
  #isUnheard(roundId: string, by: number): boolean {
    const { receipts, clock } = this.#options;
    return receipts.isOpen(roundId, by) || clock.now() < this.#backAt + HEARD_WITHIN_MS;
  }

  /** Sends a beat if one is due. @returns whether this process serves the round */
  async #serves(roundId: string, from: number): Promise<boolean> {
    const { clock } = this.#options;
    const at = Math.floor(clock.now());
    const served = this.#served.get(roundId) ?? Number.NEGATIVE_INFINITY;
    if (at - served < BEAT_EVERY_MS && !this.#isAway) return true;
    const beat = await this.#options.beats.beat(roundId, { at, from });
    const now = clock.now();
    const isBack = this.#isAway || now - at > AWAY_AFTER_MS;
    // At most one grace at a time: a database that stays slow must not delay rounds for ever.
    if (isBack && now >= this.#backAt + HEARD_WITHIN_MS) this.#backAt = now;
    this.#isAway = false;
    if (!beat.isOurs) return false;
    remember(this.#served, roundId, at);
    const { silence } = beat;
    if (silence === null) this.#silences.delete(roundId);
    else {
      remember(this.#silences, roundId, silence);
      this.#backAt = Math.max(this.#backAt, silence.until);
    }
    return true;
  }

  async #followed(roundId: string, silence: Silence): Promise<void> {
    await this.#options.beats.followed(roundId, silence);
    this.#silences.delete(roundId);
  }

  async #end(roundId: string): Promise<void> {
    const { flights, beats } = this.#options;
    this.#served.delete(roundId);
    this.#silences.delete(roundId);
    flights.forget(roundId);
    await beats.end(roundId);
  }
}

function remember<T>(known: Map<string, T>, roundId: string, value: T): void {
  if (known.size >= SERVED_MAX) known.clear();
  known.set(roundId, value);
}

/** @throws Error when the command was not decided; the round is retried soon */
function failed(outcome: Outcome): void {
  if (outcome.kind === "failed") throw asError(outcome.error);
  if (outcome.kind === "unavailable") throw new Error(`The round could not be processed: ${outcome.reason}`);
}
