import type { Currency } from "#domain/accounts/account.ts";
import type { BeaconRound } from "#domain/fairness/beacon.ts";
import type { GameRound, gameRoundEndpoints } from "#domain/features/game-rounds/contract.ts";
import type { RoundProof } from "#domain/features/game-rounds/proof.ts";
import type { GameType } from "#domain/features/game-tables/table.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { StreamKind } from "#domain/kernel/stream-kind.ts";
import type { ViewerAt } from "#domain/player/privacy.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Submission } from "#service/event-store/submission.ts";
import type { ChainedTable } from "#service/features/game-tables/announce-command.ts";
import type { Deps } from "#service/http/deps.ts";
import type { Call } from "#service/http/route.ts";
import type { SigningContext } from "#service/ledger/signed-heads.ts";

export type BetCall = Call<typeof gameRoundEndpoints.betOnRound>;

/** What games are played in rounds. */
export type RoundGameType = Exclude<GameType, "coinflip">;

export interface RoundName {
  readonly gameId: string;
  readonly currency: Currency;
  readonly roundId: string;
}

/** An open round, as far as bringing it on needs it. */
export interface OpenRound extends RoundName {
  readonly gameType: RoundGameType;
  /** When its next step is to be taken, in milliseconds. */
  readonly dueAt: number;
  /** The link that it took. */
  readonly link: number;
  readonly chain: number;
  /** The beacon round that decides it; null while that is not fixed. */
  readonly beacon: { readonly chainHash: string; readonly round: number } | null;
  /** From when on it is void without its beacon, or without a beacon fixed, in milliseconds. */
  readonly voidAt: number;
  /** Whether it runs, and is brought on by `run`. */
  readonly isRunning: boolean;
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

/** A round with what brings it on; that is null once it has ended. */
export interface FoundRound {
  readonly round: GameRound;
  readonly open: OpenRound | null;
}

/** A game that is played in rounds, as routes and worker know it. Neither kind knows the other. */
export interface RoundKind {
  readonly gameType: RoundGameType;
  readonly tables: StreamKind<ChainedTable>;
  /** The read model that rounds are read from. */
  readonly model: string;
  /** Puts a bet into the log. @throws HttpProblem when it is refused */
  bet(call: BetCall, deps: Deps): Promise<PlacedBet>;
  /** A round by its id, open or ended. */
  round(models: ReadModels, roundId: string, viewer: ViewerAt): Promise<FoundRound | null>;
  /** The open round of a table. */
  current(
    models: ReadModels,
    table: { readonly gameId: string; readonly currency: Currency },
    viewer: ViewerAt,
  ): Promise<GameRound | null>;
  /** Rounds of a game that have ended, newest first. @throws BadCursorError */
  ended(
    models: ReadModels,
    wanted: {
      readonly gameId: string;
      readonly limit?: number | undefined;
      readonly next?: string | undefined;
    },
    viewer: ViewerAt,
  ): Promise<{ readonly items: GameRound[]; readonly next: string | null }>;
  /** All inputs of a round, as far as the log has them; null when it is of another kind, or there is none. */
  proof(
    models: ReadModels,
    roundId: string,
    context: SigningContext & { readonly at: number },
  ): Promise<RoundProof | null>;
  /** Open rounds whose next step was due by an instant and that nobody seems to bring on, the oldest first. */
  due(models: ReadModels, wanted: { readonly by: number; readonly limit: number }): Promise<OpenRound[]>;
  /** What a beacon does to a round: draws it, or starts it. Under one id for ever. */
  drawn(round: RoundName, out: OutBeacon): Submission;
  /** Gives a round up, and all stakes back. Under one id for ever. */
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
  /** From when on it may be told, in milliseconds: no cash-out can make use of it any more, at whatever process. */
  readonly toldAt: number;
}

/** The kinds of rounds that there are, each registered by its own feature. */
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
