import { setTimeout as sleep } from "node:timers/promises";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { FLIGHT_MS_MAX } from "#domain/fairness/crash-curve.ts";
import { endpoints } from "#domain/features/contract.ts";
import { SETTLES_AFTER_BUST_MS } from "#domain/features/crash/rules.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import type { RunningClock } from "#service/lab/testing/running-clock.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const GAMES = "/api/user-games";
const LOOKS_MAX = 1_500;
const LOOK_EVERY_MS = 20;
/** Step of moving the clock: the serving process gives signs of service in between. */
const STEP_MS = 700;

/** An answer's status, and the code of a problem. */
export const said = ({ status, code }: Answer): string => `${status} ${code ?? ""}`.trim();
/** A multiplier or an amount of an answer, in hundredths. */
export const hundredths = (text: string | null): number => Number(minor(text ?? "0.00"));

/** A beacon on a test's clock, with a key that every process of the test has. */
export const beaconBy = (clock: { readonly now: number }): Beacon =>
  createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(5) }], () => clock.now);

/** Polls until there is a value. */
export async function until<T>(what: () => Promise<T | null | undefined>): Promise<T> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const found = await what();
    if (found !== null && found !== undefined) return found;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error("It did not come");
}

/** Crash games of tests, on a clock that they move. Stakes are RBX. */
export class CrashGames {
  readonly #clock: RunningClock;
  readonly #beacon: Pick<Beacon, "chain">;

  constructor(clock: RunningClock, beacon: Pick<Beacon, "chain">) {
    this.#clock = clock;
    this.#beacon = beacon;
  }

  /** @returns the id of a player-made game, by default with an edge of 5 % */
  async make(maker: Visitor, terms: object = {}): Promise<string> {
    const game = { title: "Up", gameType: "crash", maxBet: 100_000, houseEdge: 5, ...terms };
    return (await maker.post(GAMES, game)).as(endpoints.createUserGame).id;
  }

  bet(player: Visitor, id: string, more: object = {}): Promise<Answer> {
    return player.post(`${GAMES}/${id}/bets`, { betAmount: 10, currency: "rbx", ...more });
  }

  /** Makes a bet. @returns its round */
  async betOn(player: Visitor, id: string, more: object = {}): Promise<GameRound> {
    return (await this.bet(player, id, more)).as(endpoints.betOnRound).round;
  }

  cashOut(player: Visitor, { gameId, id }: Pick<GameRound, "gameId" | "id">): Promise<Answer> {
    return player.post(`${GAMES}/${gameId}/cash-out`, { roundId: id });
  }

  async current(viewer: Visitor, id: string): Promise<GameRound | null> {
    return (await viewer.get(`${GAMES}/${id}/round?currency=rbx`)).as(endpoints.gameRound).round;
  }

  async ended(viewer: Visitor, id: string): Promise<readonly GameRound[]> {
    return (await viewer.get(`${GAMES}/${id}/rounds`)).as(endpoints.gameRounds).items;
  }

  /** Moves the clock to where the beacons of rounds are published. */
  toBeacon(...rounds: readonly Pick<GameRound, "beaconRound">[]): void {
    const due = rounds.map(({ beaconRound }) => publishedAt(beaconRound ?? 1, this.#beacon.chain));
    this.#clock.now = Math.max(this.#clock.now, ...due);
  }

  /**
   * Runs a round after its beacon. One that busts at once may be over before a busy machine sees it run: then it is
   * returned as it ended.
   */
  running(viewer: Visitor, id: string): Promise<GameRound> {
    return until(async () => {
      const round = await this.current(viewer, id);
      if (round === null) return (await this.ended(viewer, id))[0];
      if (round.status === "locked") this.#clock.now += 100;
      return round.status === "running" ? round : null;
    });
  }

  /** Jumps to the end of every curve: open bets without a target are paid for want of service. */
  rush(viewer: Visitor, rounds: readonly GameRound[]): Promise<GameRound[]> {
    this.#clock.now += FLIGHT_MS_MAX + SETTLES_AFTER_BUST_MS;
    return until(async () => {
      const all = await Promise.all(rounds.map(({ gameId }) => this.ended(viewer, gameId)));
      const found = rounds.flatMap(({ id }, n) => all[n]?.find((round) => round.id === id) ?? []);
      if (found.length < rounds.length) this.#clock.now += STEP_MS;
      return found.length < rounds.length ? null : found;
    });
  }

  /** Lets time pass until a round has ended. */
  toEnd(viewer: Visitor, { gameId, id }: Pick<GameRound, "gameId" | "id">): Promise<GameRound> {
    return until(async () => {
      const found = (await this.ended(viewer, gameId)).find((round) => round.id === id);
      if (found === undefined) this.#clock.now += STEP_MS;
      return found;
    });
  }
}
