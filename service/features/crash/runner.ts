import { asError } from "#service/db/errors.ts";
import type { Outcome, Submission } from "#service/event-store/submission.ts";
import type { RoundClock } from "#service/features/game-rounds/database-clock.ts";
import type { RoundName } from "#service/features/game-rounds/round-kind.ts";
import type { Beats } from "./beats.ts";
import { type Plan, passCommand, settleCommand } from "./commands.ts";
import type { Flights } from "./flights.ts";

/** A round that runs is said to be served this often, in milliseconds. */
const BEAT_EVERY_MS = 1_000;
/** Bets that leave by rule are paid together, this often, in milliseconds. */
const PAID_EVERY_MS = 250;
/** A process that does not serve a round looks again after so long, in milliseconds. */
const LOOK_AGAIN_MS = 500;
/** Of so many rounds it is remembered when this process last served them. */
const SERVED_MAX = 2_000;

export interface RunnerOptions {
  readonly beats: Beats;
  readonly flights: Flights;
  readonly clock: RoundClock;
  readonly submit: (command: Submission) => Promise<Outcome>;
}

/** Brings rounds that run to their ends, pass by pass. */
export class CrashRunner {
  readonly #options: RunnerOptions;
  /** When this process last said that it serves a round, by the round's id. */
  readonly #served = new Map<string, number>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Does what is due in a round. @returns when to be asked again, in milliseconds from now; null at its end */
  async run(name: RoundName): Promise<number | null> {
    const { clock, flights, submit } = this.#options;
    const beat = await this.#beat(name.roundId);
    if (!beat.isOurs) return LOOK_AGAIN_MS;
    const at = Math.floor(clock.now());
    const plan: Plan = { dueAt: Number.POSITIVE_INFINITY, isSettleable: false };
    const passed = await submit(passCommand({ name, at, lastServedAt: beat.lastAt, plan }, flights));
    failed(passed);
    if (plan.isSettleable) failed(await submit(settleCommand(name, at, flights)));
    if (plan.isSettleable || plan.dueAt === Number.POSITIVE_INFINITY) {
      await this.#end(name.roundId);
      return null;
    }
    const wait = plan.dueAt - clock.now();
    return Math.min(BEAT_EVERY_MS, wait <= 0 ? PAID_EVERY_MS : wait);
  }

  /** Says that this process serves a round, where that is due. `lastAt` is set where it was silent before. */
  async #beat(roundId: string) {
    const at = Math.floor(this.#options.clock.now());
    const served = this.#served.get(roundId) ?? Number.NEGATIVE_INFINITY;
    if (at - served < BEAT_EVERY_MS) return { isOurs: true, lastAt: null } as const;
    const beat = await this.#options.beats.beat(roundId, at);
    if (beat.isOurs) {
      if (this.#served.size >= SERVED_MAX) this.#served.clear();
      this.#served.set(roundId, at);
    }
    return beat;
  }

  async #end(roundId: string): Promise<void> {
    const { flights, beats } = this.#options;
    this.#served.delete(roundId);
    flights.forget(roundId);
    await beats.end(roundId);
  }
}

/** @throws what kept a command from being decided: the round is brought on again soon */
function failed(outcome: Outcome): void {
  if (outcome.kind === "failed") throw asError(outcome.error);
  if (outcome.kind === "unavailable") throw new Error(`The round could not be brought on: ${outcome.reason}`);
}
