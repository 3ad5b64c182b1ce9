import { firstRoundFrom, publishedAt } from "#domain/fairness/beacon.ts";
import { elapsedAt, FLIGHT_MS_MAX } from "#domain/fairness/crash-curve.ts";
import { LEAVES_FROM, SETTLES_AFTER_BUST_MS } from "#domain/features/crash/rules.ts";
import { CLOSES_BEFORE_BEACON_MS } from "#domain/features/game-tables/rules.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { type Minor, minor } from "#domain/kernel/money.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { betCommand, cashOutCommand, settleCommand, startCommand } from "#service/features/crash/commands.ts";
import { Flights } from "#service/features/crash/flights.ts";
import { ChainMaker } from "#service/features/game-tables/chains.ts";
import { createCommand } from "#service/features/user-games/commands.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { timeOrderedId, uuidV7 } from "#service/ids.ts";
import { benchSealer } from "#service/lab/bench/settings.ts";
import { BENCH_CHAIN, BENCH_SIGNATURE } from "./coinflip-pairs.ts";
import { type BetTaker, NotTakenError, PLAYERS, playerId, takenBy } from "./players.ts";

/** Bettors of one round. */
export const BETTORS = 200;
/** The game's creator: the last of all players, who does not bet. */
export const CREATOR = PLAYERS - 1;
const STAKE: Minor = minor("1.00");
const TERMS = { title: "Up", description: null, minBet: "100", maxBet: "100000", edge: 100 };
const WORLD = { beacon: { chain: BENCH_CHAIN, newestRound: () => 0 }, clock: { errorMs: 0 } };

/** Creates a crash game. @returns its id */
export async function makeCrashGame(writer: BetTaker): Promise<string> {
  const creatorId = playerId(CREATOR);
  const origin = playerOrigin(creatorId, Date.now());
  const command = { gameId: uuidV7(origin.at), creatorId, gameType: "crash" as const, draft: TERMS };
  const chains = await new ChainMaker(benchSealer, LOG_ID).drawFor(command);
  await takenBy(writer, createCommand(origin, command, chains));
  return command.gameId;
}

/** Rounds of one game with the same players, played as fast as their commands are taken. */
export class CrashRounds {
  readonly #to: BetTaker;
  readonly #gameId: string;
  readonly #inTurn: boolean;
  readonly #flights = new Flights();
  /** Steps taken. */
  steps = 0;

  /** @param inTurn whether a round's commands are sent one after the other, as transactions have to be */
  constructor(to: BetTaker, { gameId, inTurn }: { readonly gameId: string; readonly inTurn: boolean }) {
    this.#to = to;
    this.#gameId = gameId;
    this.#inTurn = inTurn;
  }

  /** One round, from its first bet to its end. The beacon is there at once, and the clock advances as needed. */
  async play(): Promise<void> {
    const roundId = uuidV7(Date.now());
    const name = { gameId: this.#gameId, currency: "RBX" as const, roundId };
    const bets = await this.#all((who) => {
      const origin = playerOrigin(playerId(who), Date.now());
      const betId = timeOrderedId("bet", origin.at);
      const bet = { ...name, playerId: playerId(who), isListed: false, betId, stake: STAKE, auto: null };
      return this.#take(betCommand(origin, bet, WORLD));
    });
    const { closesAt } = bets[0]?.answer ?? { closesAt: 0 };
    const round = firstRoundFrom(closesAt + CLOSES_BEFORE_BEACON_MS, BENCH_CHAIN);
    const beacon = { round, signature: BENCH_SIGNATURE };
    const at = publishedAt(beacon.round, BENCH_CHAIN);
    const out = { beacon, chainHash: BENCH_CHAIN.chainHash, at };
    const { startsAt } = (await this.#take(startCommand(name, out, { now: () => at }))).answer;
    const receivedAt = startsAt + elapsedAt(LEAVES_FROM);
    await this.#all(async (who) => {
      const origin = playerOrigin(playerId(who), Date.now());
      const leaving = { ...name, playerId: playerId(who), receivedAt, clockErrorMs: 0 };
      const outcome = await this.#to.submit(cashOutCommand(origin, leaving, this.#flights));
      // One curve in fifty busts before anybody can leave.
      if (outcome.kind === "committed") this.steps += 1;
      else if (outcome.kind !== "refused") throw new NotTakenError(JSON.stringify(outcome));
    });
    const ended = startsAt + FLIGHT_MS_MAX + SETTLES_AFTER_BUST_MS;
    const isOver = await this.#to.submit(settleCommand(name, receivedAt + 1, this.#flights));
    if (isOver.kind !== "committed") await this.#take(settleCommand(name, ended, this.#flights));
    this.#flights.forget(roundId);
  }

  async #all<T>(step: (who: number) => Promise<T>): Promise<T[]> {
    const everybody = Array.from({ length: BETTORS }, (_, who) => who);
    if (!this.#inTurn) return Promise.all(everybody.map(step));
    const all: T[] = [];
    for (const who of everybody) all.push(await step(who));
    return all;
  }

  async #take<A extends JsonObject>(submission: Submission<A>) {
    const outcome = await takenBy(this.#to, submission);
    this.steps += 1;
    return outcome;
  }
}
