import { CHAIN_ANNOUNCE_LEFT, CHAIN_LENGTH } from "#domain/features/game-tables/rules.ts";
import { tableStream } from "#domain/features/game-tables/table.ts";
import type { OpenRound } from "#projections/features/game-rounds/stored-rounds.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import { asError } from "#service/db/errors.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { announceCommand } from "#service/features/game-tables/announce-command.ts";
import type { ChainMaker } from "#service/features/game-tables/chains.ts";
import type { RoundClock } from "./database-clock.ts";
import type { RoundKind, RoundKinds } from "./round-kind.ts";

/** Interval of the look-out for neglected rounds, in milliseconds. */
export const LOOK_EVERY_MS = 1_000;
/** Delay after which others take over a due step from the process that opened the round, in milliseconds. */
export const GRACE_MS = 1_500;
/** Retry delay of a failed step, in milliseconds. */
export const RETRY_MS = 250;
/** Retries before a round is left to the look-out, which tries once a second. */
const RETRIES_MAX = 20;
/** Rounds of each kind taken up by one look-out, and rounds that this process drives at once. */
const DUE_MAX = 100;
const DRIVEN_MAX = 2_000;
/** How long a round with a failed step is paused, in milliseconds, and how many are remembered. */
const FAILED_PAUSE_MS = 60_000;
const REMEMBERED_MAX = 1_000;

export interface RoundWorkerOptions {
  readonly kinds: RoundKinds;
  readonly beacon: Beacon;
  readonly chains: Pick<ChainMaker, "draw">;
  readonly clock: RoundClock;
  readonly reads: ReadModels;
  readonly submit: (command: Submission) => Promise<Outcome>;
  readonly scheduler: Scheduler;
  readonly onTrouble: (what: string, error: Error) => void;
}

/** Done, or when to continue, in milliseconds from now. */
type Next = "done" | { readonly round: OpenRound; readonly ms: number; readonly isRetry: boolean };

/**
 * Drives rounds of every kind to their ends: draws or starts them by their beacons, runs them, voids those without a
 * beacon, and announces their tables' next chains. Safe in several processes: each step is a command with a fixed id,
 * so it is carried out once. A round that one process neglects, another finds in the read models.
 */
export class RoundWorker {
  readonly #options: RoundWorkerOptions;
  /** Cancels the next step of a round, by round id. */
  readonly #driven = new Map<string, () => void>();
  readonly #failed = new Map<string, number>();
  readonly #announced = new Set<string>();
  readonly #under = new Set<Promise<void>>();
  #cancelLook: () => void = () => undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: RoundWorkerOptions) {
    this.#options = options;
  }

  /** Starts the look-out. */
  start(): void {
    if (this.#isStopped) return;
    this.#cancelLook = this.#options.scheduler.after(LOOK_EVERY_MS, () => {
      this.#looking = this.#looking.then(() => this.#lookOut());
      void this.#looking.then(() => this.start());
    });
  }

  /** Stops. Another process's look-out finds what is left. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelLook();
    for (const cancel of this.#driven.values()) cancel();
    await this.#looking;
    await Promise.all(this.#under);
  }

  /** Drives a round, from what is now known of it. */
  drive(round: OpenRound): void {
    if (this.#driven.size >= DRIVEN_MAX && !this.#driven.has(round.roundId)) return;
    this.#later({ round, ms: round.dueAt - this.#options.clock.now(), isRetry: false }, RETRIES_MAX);
  }

  #later({ round, ms }: Exclude<Next, "done">, retries: number): void {
    this.#driven.get(round.roundId)?.();
    if (this.#isStopped) return;
    const cancel = this.#options.scheduler.after(Math.max(0, ms), () => {
      const step = this.#go(round, retries);
      this.#under.add(step);
      void step.then(() => this.#under.delete(step));
    });
    this.#driven.set(round.roundId, cancel);
  }

  async #go(round: OpenRound, retries: number): Promise<void> {
    const own = this.#driven.get(round.roundId);
    const next = await this.#step(round);
    // A newer call of `drive` replaced this one.
    if (this.#driven.get(round.roundId) !== own) return;
    this.#driven.delete(round.roundId);
    if (next === "done" || (next.isRetry && retries === 0)) return;
    this.#later(next, next.isRetry ? retries - 1 : RETRIES_MAX);
  }

  /** Takes the next step of a round, and never fails. */
  async #step(round: OpenRound): Promise<Next> {
    const kind = this.#options.kinds.of(round.gameType);
    if (kind === null || this.#isStopped) return "done";
    try {
      return round.isRunning ? await running(round, kind) : await this.#decide(round, kind);
    } catch (error) {
      this.#options.onTrouble("a round could not be processed", asError(error));
      return { round, ms: RETRY_MS, isRetry: true };
    }
  }

  /** Draws or starts a round once its beacon is published; voids it when its time is over. */
  async #decide(round: OpenRound, kind: RoundKind): Promise<Next> {
    const { beacon, clock } = this.#options;
    const due = round.beacon;
    const found = due === null ? null : await beacon.round(due.chainHash, due.round);
    if (this.#isStopped) return "done";
    const at = clock.now();
    // A beacon this late no longer decides.
    if (at >= round.voidAt) return this.#taken(round, kind.voided(round, at));
    if (found !== null && due !== null) {
      const command = kind.drawn(round, { beacon: found, chainHash: due.chainHash, at });
      const next = await this.#taken(round, command);
      if (next !== "done" || kind.run === undefined) return next;
      return { round: { ...round, isRunning: true }, ms: 0, isRetry: false };
    }
    if (due === null) return { round, ms: round.voidAt - at, isRetry: false };
    return { round, ms: RETRY_MS, isRetry: true };
  }

  /** Submits a step. A refusal means that another process was first, or that the round is not ready. */
  async #taken(round: OpenRound, command: Submission): Promise<Next> {
    const outcome = await this.#options.submit(command);
    const retry = { round, ms: RETRY_MS, isRetry: true };
    if (outcome.kind === "unavailable") return retry;
    if (outcome.kind === "refused" && outcome.refusal.code === "too_early") return retry;
    if (outcome.kind === "failed") {
      this.#options.onTrouble("a round could not be processed", outcome.error);
      if (this.#failed.size >= REMEMBERED_MAX) this.#failed.clear();
      this.#failed.set(round.roundId, this.#options.clock.now() + FAILED_PAUSE_MS);
      return "done";
    }
    await this.#announceNext(round);
    return "done";
  }

  /** Announces a table's next chain before the present one is used up. */
  async #announceNext(round: OpenRound): Promise<void> {
    if (round.link < CHAIN_LENGTH - CHAIN_ANNOUNCE_LEFT) return;
    const { kinds, chains, clock, submit } = this.#options;
    const number = round.chain + 1;
    const id = `${tableStream(round)} ${number}`;
    const kind = kinds.of(round.gameType);
    if (kind === null || this.#announced.has(id)) return;
    const command = announceCommand(
      { table: round, kind: kind.tables, number },
      { drawn: await chains.draw(round, number), at: clock.now() },
    );
    const outcome = await submit(command);
    if (outcome.kind === "unavailable" || outcome.kind === "failed") return;
    if (this.#announced.size >= REMEMBERED_MAX) this.#announced.clear();
    this.#announced.add(id);
  }

  async #lookOut(): Promise<void> {
    const { kinds, reads, clock, onTrouble } = this.#options;
    const now = clock.now();
    for (const [roundId, until] of this.#failed) if (until <= now) this.#failed.delete(roundId);
    for (const kind of kinds.all) {
      try {
        if (this.#isStopped) return;
        // Known rounds that wait would fill the page and hide later ones.
        const except = [...this.#driven.keys(), ...this.#failed.keys()];
        const due = await kind.due(reads, { by: now - GRACE_MS, limit: DUE_MAX, except });
        for (const round of due) {
          if (!this.#driven.has(round.roundId) && !this.#failed.has(round.roundId)) this.drive(round);
        }
      } catch (error) {
        onTrouble("due rounds could not be looked up", asError(error));
      }
    }
  }
}

/** One pass over a running round. */
async function running(round: OpenRound, kind: RoundKind): Promise<Next> {
  const ms = (await kind.run?.(round)) ?? null;
  return ms === null ? "done" : { round, ms, isRetry: false };
}
