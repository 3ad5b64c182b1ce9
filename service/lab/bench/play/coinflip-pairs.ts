import type { BeaconChain } from "#domain/fairness/beacon.ts";
import { currencyStake } from "#domain/features/live-coinflips/items/stake.ts";
import { type Minor, minor } from "#domain/kernel/money.ts";
import { joinCommand, openCommand, settleCommand } from "#service/features/live-coinflips/commands.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { uuidV7 } from "#service/ids.ts";
import { Acknowledged } from "#service/lab/bench/acknowledged.ts";
import type { Work } from "#service/lab/bench/load.ts";
import type { Steps } from "#service/lab/bench/saturation.ts";
import { type BetTaker, forEach, playerId, takenBy } from "./players.ts";

/** The smallest stake, so that nobody runs out of money. */
const STAKE: Minor = minor("1.00");
/** Pairs that play their first game at once. */
const FIRST_GAMES_AT_ONCE = 256;
/** Longer than any run takes, in milliseconds. */
const OPEN_FOR_MS = 24 * 60 * 60 * 1_000;

/** A chain whose signatures are not checked. */
export const BENCH_CHAIN: BeaconChain = {
  kind: "local",
  chainHash: "0b".repeat(32),
  publicKey: "0b".repeat(96),
  genesisAt: 0,
  periodMs: 1_000,
};
/** A beacon that has every round at once; signatures are checked before a command, not by it. */
const BEACON = { chain: BENCH_CHAIN, newestRound: () => 0 };
/** The signature of every round. */
export const BENCH_SIGNATURE = "a5".repeat(48);

/** Pairs of players who play against each other, with their settled games. */
export class Pairs implements Steps {
  readonly acknowledged = new Acknowledged();
  readonly #to: BetTaker;
  #made = 0;

  constructor(to: BetTaker) {
    this.#to = to;
  }

  /** Opens a game of a player. @returns its id @throws NotTakenError when it was not taken */
  async open(creatorId: string): Promise<string> {
    this.#made += 1;
    const [side, currency] = this.#made % 2 === 0 ? (["rbx", "RBX"] as const) : (["tix", "TIX"] as const);
    const now = Date.now();
    const bet = { stakes: currencyStake(currency, STAKE) };
    const command = {
      playerId: creatorId,
      gameId: uuidV7(now),
      side,
      bet,
      expiresInMs: OPEN_FOR_MS,
      itemsStaked: "custody" as const,
    };
    const { answer } = await takenBy(this.#to, openCommand(playerOrigin(creatorId, now), command));
    return answer.id;
  }

  /** One game of each pair, so that the players' states are in memory. */
  async ready(lanes: number): Promise<readonly Work[]> {
    await forEach({ count: lanes, atOnce: FIRST_GAMES_AT_ONCE }, (pair) => this.game(pair));
    return Array.from({ length: lanes }, (_, pair) => () => this.game(pair));
  }

  /** One game of a pair, from its opening to its end. @throws NotTakenError when a step was not taken */
  async game(pair: number): Promise<void> {
    const [creatorId, joinerId] = [playerId(pair * 2), playerId(pair * 2 + 1)];
    const gameId = await this.open(creatorId);
    const join = { playerId: joinerId, gameId, items: null, itemsStaked: "custody" as const };
    const { answer } = await takenBy(this.#to, joinCommand(playerOrigin(joinerId, Date.now()), join, BEACON));
    const beacon = { round: answer.round, signature: BENCH_SIGNATURE };
    const settled = await takenBy(
      this.#to,
      settleCommand(gameId, { beacon, chainHash: BENCH_CHAIN.chainHash, at: Date.now() }),
    );
    this.acknowledged.add(settled.answer.id, settled.position);
  }
}
