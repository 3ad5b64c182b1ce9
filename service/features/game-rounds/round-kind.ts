import type { BeaconRound } from "#domain/fairness/beacon.ts";
import type { RoundName } from "#domain/features/game-rounds/bet.ts";
import type { GameRound, gameRoundEndpoints } from "#domain/features/game-rounds/contract.ts";
import type { RoundProof } from "#domain/features/game-rounds/proof.ts";
import type { GameType } from "#domain/features/game-tables/table.ts";
import { currencyOf } from "#domain/features/house-flips/rules.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import type { OpenRound, RoundReads } from "#projections/features/game-rounds/stored-rounds.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import type { ChainedTable } from "#service/features/game-tables/announce-command.ts";
import type { Deps } from "#service/http/deps.ts";
import type { Call } from "#service/http/route.ts";
import { timeOrderedId, uuidV7 } from "#service/ids.ts";
import type { SigningContext } from "#service/ledger/heads/signed-heads.ts";

/**
 * A bet not written within this time, by the database's clock, is decided again; long before its beacon. Milliseconds.
 */
export const WRITTEN_WITHIN_MS = 500;

export type BetCall = Call<typeof gameRoundEndpoints.betOnRound>;

/** The bet of a call, for any game. Its time and ids are drawn once. */
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

/** A published beacon round with a checked signature. */
export interface OutBeacon {
  readonly beacon: BeaconRound;
  readonly chainHash: string;
  /** By the rounds' clock, in milliseconds. */
  readonly at: number;
}

/** A bet in the log. */
export interface PlacedBet {
  readonly id: string;
  readonly roundId: string;
  readonly seq: number;
  readonly position: number;
  readonly rbxBalance: string;
  readonly tixBalance: string;
}

/** A kind of rounds, as routes and worker see it. Kinds do not know each other. */
export interface RoundKind extends Omit<RoundReads, "find"> {
  readonly tables: StreamKind<ChainedTable>;
  /** The read model with its rounds. */
  readonly model: string;
  /** Places a bet. @throws HttpProblem when it is refused */
  bet(call: BetCall, deps: Deps): Promise<PlacedBet>;
  /** All logged inputs of a round; null if it is of another kind or does not exist. */
  proof(
    models: ReadModels,
    roundId: string,
    context: SigningContext & { readonly at: number },
  ): Promise<RoundProof | null>;
  /** The step that a beacon triggers: it draws or starts the round. The command id is fixed. */
  drawn(round: RoundName, out: OutBeacon): Submission;
  /** The step that voids a round and returns all stakes. The command id is fixed. */
  voided(round: RoundName, at: number): Submission;
  /**
   * Carries out what is due in a running round. @returns when to call again, in milliseconds from now; null at its end
   */
  run?(round: OpenRound): Promise<number | null>;
  /** Prepares `bust` for a running round that somebody watches. */
  watch?(round: GameRound): Promise<void>;
  /** The bust of a running round, secret before `toldAt`; null while this process does not know it. */
  bust?(roundId: string): Bust | null;
}

/** The bust of a round. */
export interface Bust {
  /** Text with two decimals. */
  readonly point: string;
  /** Milliseconds from the start until the curve passes the point. */
  readonly t: number;
  /** From when it may be published, in milliseconds: no cash-out at any process can use it any more. */
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
