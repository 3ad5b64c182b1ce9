import { publishedAt } from "#domain/fairness/beacon.ts";
import { coinflipSettled } from "#domain/features/live-coinflips/events.ts";
import type { JoinedCoinflip } from "#domain/features/live-coinflips/join.ts";
import { OPEN_COINFLIPS_MAX, VOID_AFTER_MS } from "#domain/features/live-coinflips/rules.ts";
import {
  ageRefused,
  regionNoted,
  selfExclusionBegun,
  timeOutBegun,
} from "#domain/features/responsible-play/events.ts";
import { playerSuspended } from "#domain/features/roles/events.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { anyOf } from "#domain/kernel/events/event-definition.ts";
import type { CoinflipOutcome } from "#projections/features/live-coinflips/coinflip-proof.ts";
import {
  type DueCoinflip,
  dueCoinflips,
  expiredCoinflips,
  openCoinflipsOf,
  overdueCoinflips,
} from "#projections/features/live-coinflips/due-coinflips.ts";
import type { ModelsRuntime } from "#projections/kernel/models-runtime.ts";
import type { Scheduler } from "#projections/kernel/scheduler.ts";
import { asError } from "#service/db/errors.ts";
import { systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { playerIdOf } from "#service/features/players/checks.ts";
import { cancelCommand, expireCommand, settleCommand, voidCommand } from "./commands.ts";

/** Interval of the look-out for due games, in milliseconds. */
export const LOOK_EVERY_MS = 1_000;
/** Delay after a round before others take a game over from the process that took its join, in milliseconds. */
const GRACE_MS = 1_500;
/** Maximum games of each kind in one look-out. */
const DUE_MAX = 100;
/** Maximum games voided in one look-out: each asks the beacon once more, which may take seconds. */
const VOIDS_MAX = 10;
/** Retry delay and retries of a published round that cannot be fetched; then the look-out takes over. */
export const RETRY_MS = 250;
export const RETRIES_MAX = 20;
/** Maximum games this process waits for itself; the rest are left to the look-out. */
const OWN_MAX = 1_000;
/** Maximum requests that wait for a result; further ones are answered that the game is locked. */
const WAITING_MAX = 2_000;
/** How long a game that failed to settle is paused, in milliseconds, and how many are remembered. */
const FAILED_PAUSE_MS = 60_000;
const FAILED_MAX = 1_000;
/** How long to wait for the read models before a barred player's open games are looked up, in milliseconds. */
const READS_WITHIN_MS = 5_000;

const isBarring = anyOf(timeOutBegun, selfExclusionBegun, ageRefused, regionNoted, playerSuspended);

export interface SettlementWorkerOptions {
  readonly beacon: Beacon;
  readonly reads: Pick<ModelsRuntime, "ask" | "reaching">;
  readonly submit: (command: Submission) => Promise<Outcome>;
  readonly now: () => number;
  /** Uses the same clock as `now`. */
  readonly scheduler: Scheduler;
  readonly onTrouble: (what: string, error: Error) => void;
}

/**
 * Ends coinflips: settles them once their round is published, returns the stake when nobody joined, and both stakes
 * after a day without the beacon. Safe in several processes: each end is committed once.
 */
export class CoinflipSettlementWorker {
  readonly #options: SettlementWorkerOptions;
  readonly #waiting = new Map<string, Set<(settled: CoinflipOutcome) => void>>();
  /** Each cancels a timer. */
  readonly #timers = new Set<() => void>();
  readonly #failed = new Map<string, number>();
  /** Barred players, with the position from which the read models know all their open games. */
  readonly #barred = new Map<string, number>();
  #waits = 0;
  #cancelLook: () => void = () => undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: SettlementWorkerOptions) {
    this.#options = options;
  }

  /** Starts the look-out. */
  start(): void {
    this.#cancelLook = this.#options.scheduler.after(LOOK_EVERY_MS, () => {
      this.#lookOut();
      this.start();
    });
  }

  /** Stops. Another process's look-out finds what is left. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelLook();
    for (const cancel of this.#timers) cancel();
    this.#options.beacon.stop();
    await this.#looking;
  }

  /** Notes barred players and settled games among committed events, of any process. */
  appended(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      if (!isBarring(event) || (regionNoted.is(event) && !event.payload.isBlocked)) continue;
      this.#barred.set(playerIdOf(event), event.position);
    }
    if (this.#waiting.size === 0) return;
    for (const event of events) {
      if (!coinflipSettled.is(event)) continue;
      const { position, payload } = event;
      const { gameId, result, winnerId, currency } = payload;
      const amounts = { wagered: BigInt(payload.wagered), payout: BigInt(payload.payout) };
      for (const tell of this.#waiting.get(gameId) ?? [])
        tell({ position, result, winnerId, currency, ...amounts });
    }
  }

  /** Waits for a game's settlement. @returns null on timeout, or when too many wait already */
  settlement(gameId: string, ms: number): Promise<CoinflipOutcome | null> {
    if (this.#waits >= WAITING_MAX) return Promise.resolve(null);
    this.#waits += 1;
    const tells = this.#waiting.get(gameId) ?? new Set();
    this.#waiting.set(gameId, tells);
    return new Promise((resolve) => {
      const end = (settled: CoinflipOutcome | null): void => {
        cancel();
        tells.delete(end);
        if (tells.size === 0) this.#waiting.delete(gameId);
        this.#waits -= 1;
        resolve(settled);
      };
      const cancel = this.#options.scheduler.after(ms, () => end(null));
      tells.add(end);
    });
  }

  /** Settles a game joined here as soon as its round is published. */
  joined({ id, round }: JoinedCoinflip): void {
    if (this.#timers.size >= OWN_MAX) return;
    const { chain } = this.#options.beacon;
    const due = { gameId: id, chainHash: chain.chainHash, round, publishAt: publishedAt(round, chain) };
    this.#later(due.publishAt - this.#options.now(), () => void this.#settleOwn(due, RETRIES_MAX));
  }

  async #settleOwn(due: DueCoinflip, retries: number): Promise<void> {
    try {
      if (await this.#settle(due)) return;
    } catch (error) {
      this.#options.onTrouble("a coinflip was not settled", asError(error));
    }
    if (retries > 0) this.#later(RETRY_MS, () => void this.#settleOwn(due, retries - 1));
  }

  #later(ms: number, work: () => void): void {
    if (this.#isStopped) return;
    const cancel = this.#options.scheduler.after(ms, () => {
      this.#timers.delete(cancel);
      work();
    });
    this.#timers.add(cancel);
  }

  /** Settles a game if its round is available. @returns whether nothing is left to do */
  async #settle({ gameId, chainHash, round }: DueCoinflip): Promise<boolean> {
    const { beacon, submit, now } = this.#options;
    const found = await beacon.round(chainHash, round);
    if (found === null || this.#isStopped) return false;
    const command = settleCommand(gameId, { beacon: found, chainHash, at: now() });
    return this.#ended(gameId, await submit(command));
  }

  /** Handles the outcome of ending a game. A refusal means that another process was first. */
  #ended(gameId: string, outcome: Outcome): boolean {
    if (outcome.kind !== "failed") return outcome.kind !== "unavailable";
    this.#options.onTrouble("a coinflip could not be ended", outcome.error);
    if (this.#failed.size >= FAILED_MAX) this.#failed.clear();
    this.#failed.set(gameId, this.#options.now() + FAILED_PAUSE_MS);
    return true;
  }

  #lookOut(): void {
    this.#looking = this.#looking
      .then(() => this.#endAllDue())
      .catch((error: unknown) => {
        this.#options.onTrouble("due coinflips could not be looked up", asError(error));
      });
  }

  async #endAllDue(): Promise<void> {
    if (this.#isStopped) return;
    const { reads, beacon, submit, now } = this.#options;
    const by = now() - GRACE_MS;
    const due = await dueCoinflips(reads, {
      by,
      chainHashes: beacon.chainHashes,
      limit: DUE_MAX,
      but: this.#resting(),
    });
    for (const game of due) if (!(await this.#settle(game))) break;
    for (const gameId of await expiredCoinflips(reads, now(), DUE_MAX))
      this.#ended(gameId, await submit(expireCommand(gameId, now())));
    for (const [playerId, position] of this.#barred) await this.#takeBack(playerId, position);
    for (const game of await overdueCoinflips(reads, now() - VOID_AFTER_MS, VOIDS_MAX))
      await this.#endOverdue(game);
  }

  /** Cancels a barred player's open games. Those forgotten when a process stops expire. */
  async #takeBack(playerId: string, position: number): Promise<void> {
    const { reads, submit, now } = this.#options;
    const models = reads.reaching(position, READS_WITHIN_MS);
    let isDone = true;
    for (const gameId of await openCoinflipsOf(models, playerId, OPEN_COINFLIPS_MAX)) {
      const command = cancelCommand(systemOrigin(`break_${gameId}`, now()), { gameId, playerId });
      isDone = this.#ended(gameId, await submit(command)) && isDone;
    }
    // If they were barred again meanwhile, they may have opened others in between.
    if (isDone && this.#barred.get(playerId) === position) this.#barred.delete(playerId);
  }

  /** Requests a game's round once more before voiding it: perhaps only this service was away. */
  async #endOverdue({ gameId, chainHash, round }: DueCoinflip): Promise<void> {
    const { beacon, submit, now } = this.#options;
    const found = this.#failed.has(gameId) ? null : await beacon.round(chainHash, round);
    if (this.#isStopped) return;
    const command: Submission =
      found === null
        ? voidCommand(gameId, now())
        : settleCommand(gameId, { beacon: found, chainHash, at: now() });
    this.#ended(gameId, await submit(command));
  }

  /** Games that failed recently, which would delay the others. */
  #resting(): readonly string[] {
    const now = this.#options.now();
    for (const [gameId, until] of this.#failed) if (until <= now) this.#failed.delete(gameId);
    return [...this.#failed.keys()];
  }
}
