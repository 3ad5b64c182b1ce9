import { publishedAt, QUICKNET } from "#domain/fairness/beacon.ts";
import { isNextLink } from "#domain/fairness/hash-chain.ts";
import {
  chainSecrets,
  nextLink,
  type TableChain,
  type TakenLink,
} from "#domain/features/game-tables/chain.ts";
import { type DecidingBeacon, isFixedByRule, isVoid } from "#domain/features/game-tables/deciding-beacon.ts";
import { hashChainAnnounced } from "#domain/features/game-tables/events.ts";
import {
  CHAIN_ANNOUNCE_LEFT,
  CHAIN_LENGTH,
  CLOCK_DOUBT_MS,
  CLOSES_BEFORE_BEACON_MS,
} from "#domain/features/game-tables/rules.ts";
import type { GameType } from "#domain/features/game-tables/table.ts";
import { playerStream } from "#domain/features/players/events.ts";
import { type PinnedTerms, pinnedTerms, type UserGame } from "#domain/features/user-games/user-game.ts";
import { fromHex } from "#domain/kernel/bytes.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { type BeaconsPass, beaconsCheck } from "#service/features/beacon/checks.ts";
import { type StakesPass, stakesCheck } from "#service/features/house-flips/stakes-check.ts";
import { checkSealed, type Promised } from "#service/features/seed-pairs/sealed-check.ts";
import { userGamesCheck } from "#service/features/user-games/checks.ts";
import { expectAsTold, isSameJson } from "#service/ledger/verifier/as-told.ts";
import type { AmountOf, CheckPass, FoldedLog, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** The folded stream of a table of any game. */
interface Table {
  readonly chain: TableChain | null;
  readonly rounds: number;
  readonly round: unknown;
}

/** The first event of a round. */
type Opened = Pick<RecordedEvent, "position"> & {
  readonly payload: PinnedTerms & TakenLink & { readonly gameId: string; readonly number: number };
};

/** The event of a bet. */
type Bet = Pick<RecordedEvent, "position" | "recordedAt"> & {
  readonly payload: {
    readonly gameId: string;
    readonly roundId: string;
    readonly playerId: string;
    readonly stake: string;
  };
};

/** The round that a bet joins. Without a beacon nothing is fixed yet. */
interface OpenRound {
  readonly roundId: string;
  readonly terms: PinnedTerms;
  readonly beacon: DecidingBeacon | null;
}

interface Games {
  game(gameId: string): UserGame;
}

/**
 * Checks the rules that rounds of all games share. The service chooses no input of a result: links come in the order
 * their chain committed to, the beacon follows from a formula and is later than every bet, and the terms are the
 * game's.
 */
export class RoundsPass implements CheckPass {
  readonly #games: Games;
  readonly #beacons: BeaconsPass;
  readonly #stakes: StakesPass;

  constructor(games: Games, beacons: BeaconsPass, stakes: StakesPass) {
    this.#games = games;
    this.#beacons = beacons;
    this.#stakes = stakes;
  }

  event(event: RecordedEvent, state: unknown): void {
    if (!hashChainAnnounced.is(event)) return;
    const { position, payload } = event;
    const { chain } = state as Table;
    expectAsTold(event, hashChainAnnounced(payload));
    const game = this.#games.game(payload.gameId);
    const isOfGame = game.status !== "absent" && game.gameType === payload.gameType;
    expectAt(position, isOfGame && payload.gameType !== "coinflip", () => {
      return "The chain is announced for an unknown table.";
    });
    const due = (chain?.number ?? 0) + 1;
    expectAt(position, payload.number === due && payload.length === CHAIN_LENGTH, () => {
      return `Chain ${payload.number} of ${payload.length} links is announced, where chain ${due} of ${CHAIN_LENGTH} is due.`;
    });
    const isTime =
      chain === null || (chain.next === null && chain.length - chain.used <= CHAIN_ANNOUNCE_LEFT);
    expectAt(position, isTime, () => "The chain is announced while the previous one still has enough links.");
  }

  /** Checks the first event of a round. @param table its state before */
  opened({ position, payload }: Opened, gameType: GameType, table: Table): void {
    const game = this.#games.game(payload.gameId);
    expectAt(position, game.status === "active" && game.gameType === gameType, () => {
      return "A round was opened for a game that takes no bets.";
    });
    expectAt(position, table.round === null, () => "A round was opened before the last one had ended.");
    expectAt(position, payload.number === table.rounds + 1, () => {
      return `The round has the number ${payload.number}, where ${table.rounds + 1} is due.`;
    });
    const due = nextLink(table.chain);
    const { chain, link, commitment } = payload;
    expectAt(position, due !== null && isSameJson(due, { chain, link, commitment }), () => {
      return `The round took link ${link} of chain ${chain}, which is not the one that was due.`;
    });
    expectAt(position, isSameJson(pinnedTerms(game), pinnedTerms(payload)), () => {
      return "The round was opened on terms the game did not have.";
    });
  }

  /** Checks a bet: its round is open, and players could bet in it. */
  bet<R extends OpenRound>({ position, recordedAt, payload }: Bet, round: R | null): asserts round is R {
    expectAt(position, round !== null && round.roundId === payload.roundId, () => {
      return "A bet was accepted in a round that was not open.";
    });
    const { terms, beacon } = round;
    expectAt(position, payload.playerId !== terms.creatorId, () => "A creator bet in their own game.");
    expectAt(position, this.#games.game(payload.gameId).status === "active", () => {
      return "A bet was accepted while its game was paused.";
    });
    const stake = BigInt(payload.stake);
    const by = playerStream(payload.playerId);
    this.#stakes.expectTaken({ position, recordedAt }, { by, stake, least: 0n });
    expectAt(position, stake >= BigInt(terms.minBet) && stake <= BigInt(terms.maxBet), () => {
      return "A bet is outside its game's bounds.";
    });
    const isBlind = beacon === null || recordedAt < publishedAt(beacon.round, beacon.chain);
    expectAt(position, isBlind, () => "The beacon may have been known when the bet was taken.");
  }

  /** Checks that a round's beacon follows from the instant it was fixed and the betting window. */
  fixed({ position, recordedAt }: RecordedEvent, beacon: DecidingBeacon, windowMs: number): void {
    const { chain, round, closesAt } = beacon;
    expectAt(position, chain.kind === "local" || isSameJson(chain, { ...QUICKNET }), () => {
      return "The beacon's chain is said to be drand's but is not.";
    });
    expectAt(position, closesAt === publishedAt(round, chain) - CLOSES_BEFORE_BEACON_MS, () => {
      return "Bets do not close 2.5 s before the deciding beacon.";
    });
    const isDue = isFixedByRule(beacon, recordedAt, windowMs);
    expectAt(
      position,
      isDue,
      () => `The beacon of round ${round} is not the first that leaves time for bets.`,
    );
  }

  /** Checks the signature of the beacon that a round waited for, and that the wait was not too long. */
  signed({ position, recordedAt }: RecordedEvent, beacon: DecidingBeacon, signature: string): void {
    const { chain, round } = beacon;
    expectAt(position, !isVoid(beacon, recordedAt - CLOCK_DOUBT_MS), () => {
      return "A round continued a day after its beacon, when it was void.";
    });
    this.#beacons.expectSigned(position, chain, { round, signature });
  }

  /** Checks the seed that the end of a round revealed. */
  revealed({ position }: RecordedEvent, seed: string, { commitment }: TakenLink): void {
    const [link, previous] = [fromHex(seed), fromHex(commitment)];
    const isLink = link !== null && previous !== null && isNextLink(link, previous);
    expectAt(position, isLink, () => "The seed revealed is not the link that the round committed to.");
  }
}

export const gameRoundsCheck: LogCheck<RoundsPass> = {
  name: "game-rounds",
  begin: (passOf) => new RoundsPass(passOf(userGamesCheck), passOf(beaconsCheck), passOf(stakesCheck)),
};

/** The sealed roots of the chains that tables draw from. */
function* promisedRoots(tables: Iterable<readonly [string, Pick<Table, "chain">]>): Generator<Promised> {
  for (const [owner, { chain }] of tables)
    for (const [after, commitment] of chainSecrets(chain).entries())
      yield { commitment, owner, pair: (chain?.number ?? 1) + after };
}

/** One player's expected part of a round's end. */
type Told = JsonObject & { readonly playerId: string };

/** Checks each player's event at the end of a round: all directly after it, once each, with the right result. */
class TellsOfPlayers {
  readonly #due = new Map<string, Told>();

  /** Begins with the end of a round. */
  begin(due: readonly Told[]): void {
    for (const one of due) this.#due.set(one.playerId, one);
  }

  /** Checks one player's event, except its experience, which another check covers. */
  told({ position, type, payload }: RecordedEvent & { readonly payload: Told }): void {
    const { xp: _, ...said } = payload;
    const due = this.#due.get(payload.playerId);
    expectAt(position, due !== undefined && isSameJson(due, said), () => {
      return `${type} does not match the round's outcome.`;
    });
    this.#due.delete(payload.playerId);
  }

  /** Ends the sequence at the next other event, or with the log. */
  over(position: number): void {
    expectAt(position, this.#due.size === 0, () => {
      return `A round ended without the events of ${[...this.#due.keys()].join(", ")}.`;
    });
  }
}

/** The common part of the checks of games of rounds. */
export abstract class PassOfGame implements CheckPass {
  protected readonly rounds: RoundsPass;
  protected readonly players = new TellsOfPlayers();
  readonly #tables: StreamKind<Pick<Table, "chain">>;
  recomputed = 0;

  /** @param tables the streams of the game's tables */
  constructor(rounds: RoundsPass, tables: StreamKind<Pick<Table, "chain">>) {
    this.rounds = rounds;
    this.#tables = tables;
  }

  abstract event(event: RecordedEvent, state: unknown, amountOf: AmountOf): void;

  end(position: number): void {
    this.players.over(position);
  }

  async tables({ states, position }: FoldedLog, tx: Sql): Promise<void> {
    await checkSealed(promisedRoots(states(this.#tables)), { tx, position });
  }
}
