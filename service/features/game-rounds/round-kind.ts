import type { BeaconRound } from "#domain/fairness/beacon.ts";
import type { GameRound, gameRoundEndpoints } from "#domain/features/game-rounds/contract.ts";
import type { RoundProof } from "#domain/features/game-rounds/proof.ts";
import type { GameType } from "#domain/features/game-tables/table.ts";
import { currencyOf } from "#domain/features/house-flips/rules.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import type { OpenRound, RoundName, RoundReads } from "#projections/features/game-rounds/stored-rounds.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import type { ChainedTable } from "#service/features/game-tables/announce-command.ts";
import type { Deps } from "#service/http/deps.ts";
import type { Call } from "#service/http/route.ts";
import { timeOrderedId, uuidV7 } from "#service/ids.ts";
import type { SigningContext } from "#service/ledger/heads/signed-heads.ts";

/** A bet is written within this time by the database's clock or decided again, long before its beacon, in ms. */
export const WRITTEN_WITHIN_MS = 500;

export type BetCall = Call<typeof gameRoundEndpoints.betOnRound>;

/** The bet that a call asks for, in whatever game. Times and ids are drawn once. */
export function betOf(call: BetCall) {
  const { betAmount, currency, version = null } = call.body;
  const { playerId, isListed } = call.caller;
  const origin = call.origin();
  const stake = parseMinor(String(betAmount));
  invariant(stake !== null, "the schema lets only amounts through");
  const bet = {
    playerId,
    isListed,
    betId: timeOrderedId("bet", origin.at),
    gameId: call.params.id,
    currency: currencyOf(currency),
    stake,
    seenVersion: version,
    roundId: uuidV7(origin.at),
  };
  return { origin, bet };
}

/** A beacon round that is out, whose signature was checked. */
export interface OutBeacon {
  readonly beacon: BeaconRound;
  readonly chainHash: string;
  /** By the rounds' clock, in milliseconds. */
  readonly at: number;
}

/** A bet that is in the log. */
export interface PlacedBet {
  readonly id: string;
  readonly roundId: string;
  readonly seq: number;
  readonly position: number;
  readonly rbxBalance: string;
  readonly tixBalance: string;
}

/** A game that is played in rounds, as routes and worker know it. Neither kind knows the other. */
export interface RoundKind extends Omit<RoundReads, "find"> {
  readonly tables: StreamKind<ChainedTable>;
  /** The read model that rounds are read from. */
  readonly model: string;
  /** Puts a bet into the log. @throws HttpProblem when it is refused */
  bet(call: BetCall, deps: Deps): Promise<PlacedBet>;
  /** All inputs of a round, as far as the log has them; null when it is of another kind, or there is none. */
  proof(
    models: ReadModels,
    roundId: string,
    context: SigningContext & { readonly at: number },
  ): Promise<RoundProof | null>;
  /** What a beacon does to a round: draws it, or starts it. The command id is always the same. */
  drawn(round: RoundName, out: OutBeacon): Submission;
  /** Gives a round up, and all stakes back. The command id is always the same. */
  voided(round: RoundName, at: number): Submission;
  /** Does what is due in a running round. @returns when to be asked again, in milliseconds from now; null at its end */
  run?(round: OpenRound): Promise<number | null>;
  /** Somebody watches a round that runs: finds out how it will end, for `bust`. */
  watch?(round: GameRound): Promise<void>;
  /** How a round that runs ends, a secret before `toldAt`; null while this process does not know. */
  bust?(roundId: string): Bust | null;
}

/** The bust of a round. */
export interface Bust {
  /** As a text with two decimals. */
  readonly point: string;
  /** Milliseconds from the start until the curve is past the point. */
  readonly t: number;
  /** When it may be published, in milliseconds: no cash-out can use it any more, at any process. */
  readonly toldAt: number;
}

/** The kinds of rounds, each registered by its own feature. */
export class RoundKinds {
  readonly #kinds = new Map<GameType, RoundKind>();

  add(kind: RoundKind): void {
    invariant(!this.#kinds.has(kind.gameType), "each kind of round is registered once");
    this.#kinds.set(kind.gameType, kind);
  }

  /** Null for games that are not played in rounds. */
  of(gameType: GameType): RoundKind | null {
    return this.#kinds.get(gameType) ?? null;
  }

  /** The proof of a round of any kind; null when there is no such round. */
  async proof(models: ReadModels, roundId: string, context: SigningContext & { readonly at: number }) {
    for (const kind of this.all) {
      const proof = await kind.proof(models, roundId, context);
      if (proof !== null) return proof;
    }
    return null;
  }

  get all(): readonly RoundKind[] {
    return [...this.#kinds.values()];
  }
}
