import type { BeaconChain } from "../../fairness/beacon.ts";
import type { Side } from "../../fairness/st1.ts";
import type { NewEvent, StreamName } from "../../kernel/event.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { type Account, house, playerAccount } from "../../ledger/account.ts";
import { move, type Posting } from "../../ledger/posting.ts";
import { playerStream } from "../players/events.ts";
import type { ClientSeedOrigin } from "../seed-pairs/contract.ts";
import { moveStakes, type Stake, stakesFrom1 } from "./stake.ts";

/** One side of a game: who, with which client seed, for what. */
export type CoinflipSide = {
  readonly playerId: string;
  readonly clientSeed: string;
  readonly clientSeedBy: ClientSeedOrigin;
  readonly stakes: Stake;
};

/** A player opened a coinflip and put the stake into escrow; the server committed itself to a seed. */
export type CoinflipOpened = NewEvent<
  "CoinflipOpened",
  {
    readonly gameId: string;
    readonly creator: CoinflipSide;
    /** The creator's face; the joiner has the other. */
    readonly side: Side;
    readonly commitment: string;
    /** Milliseconds. */
    readonly expiresAt: number;
  }
>;

/** Somebody joined and put the same into escrow; the round that decides was fixed. */
export type CoinflipJoined = NewEvent<
  "CoinflipJoined",
  {
    readonly gameId: string;
    readonly joiner: CoinflipSide;
    readonly round: number;
    readonly chain: { readonly [K in keyof BeaconChain]: BeaconChain[K] };
  }
>;

/** The beacon decided a game: all that its result follows from, and the pay-out. */
export type CoinflipSettled = NewEvent<
  "CoinflipSettled",
  {
    readonly gameId: string;
    readonly round: number;
    readonly signature: string;
    readonly serverSeed: string;
    readonly digest: string;
    readonly result: Side;
    readonly winnerId: string;
    readonly loserId: string;
    /** The currency of the stakes; null for items. */
    readonly currency: "RBX" | "TIX" | null;
    /** What both staked, what the winner got of it, and what the house kept: minor units, items at their values. */
    readonly wagered: string;
    readonly payout: string;
    readonly edge: string;
  }
>;

/** The creator took an open coinflip back. */
export type CoinflipCancelled = NewEvent<"CoinflipCancelled", { readonly gameId: string }>;
/** Nobody joined an open coinflip in time. */
export type CoinflipExpired = NewEvent<"CoinflipExpired", { readonly gameId: string }>;
/** The beacon of a locked game did not come for a day: both stakes went back, and the seed was revealed. */
export type CoinflipVoided = NewEvent<
  "CoinflipVoided",
  { readonly gameId: string; readonly round: number; readonly serverSeed: string }
>;

/** On the creator's stream: one more open coinflip. */
export type CoinflipOffered = NewEvent<"CoinflipOffered", { readonly gameId: string }>;
/** How an open coinflip came to be open no more. */
export type OfferEnd = "joined" | "cancelled" | "expired";
/** On the creator's stream: one open coinflip less. */
export type CoinflipOfferEnded = NewEvent<
  "CoinflipOfferEnded",
  { readonly gameId: string; readonly by: OfferEnd }
>;
/** On each player's stream: how a settled game went for that player. Amounts in minor units, items at their values. */
export type CoinflipPlayed = NewEvent<
  "CoinflipPlayed",
  {
    readonly gameId: string;
    readonly gameType: CoinflipType;
    readonly side: Side;
    readonly result: Side;
    readonly stake: string;
    readonly payout: string;
    readonly edge: string;
    /** Experience granted; less than a game's worth once the day's most is reached. */
    readonly xp: number;
  }
>;

/** What a coinflip between players is called, by what is at stake. */
export type CoinflipType = "live_coinflip" | "limiteds_coinflip";

export type CoinflipEvent =
  | CoinflipOpened
  | CoinflipJoined
  | CoinflipSettled
  | CoinflipCancelled
  | CoinflipExpired
  | CoinflipVoided;

/** The stream of a coinflip. */
export const coinflipStream = (gameId: string): StreamName => `coinflip:${gameId}`;
/** The account that holds what is at stake in a coinflip. */
export const coinflipEscrow = (gameId: string): Account => `escrow:${gameId}`;

/** The event of a coinflip that was opened: the creator's stakes go into its escrow. */
export const coinflipOpened = (payload: CoinflipOpened["payload"]): CoinflipOpened => ({
  type: "CoinflipOpened",
  schemaVersion: 2,
  stream: coinflipStream(payload.gameId),
  payload,
  postings: intoEscrow(payload.gameId, payload.creator),
});

/** The event of a coinflip that was joined: the joiner's stakes go into its escrow. */
export const coinflipJoined = (payload: CoinflipJoined["payload"]): CoinflipJoined => ({
  type: "CoinflipJoined",
  schemaVersion: 2,
  stream: coinflipStream(payload.gameId),
  payload,
  postings: intoEscrow(payload.gameId, payload.joiner),
});

/**
 * The event of a coinflip that was decided: of a currency the winner gets the pay-out and the house the edge; items go
 * to the winner whole.
 * @param stakes of both sides
 */
export function coinflipSettled(payload: CoinflipSettled["payload"], stakes: Stake): CoinflipSettled {
  const { gameId, currency } = payload;
  const [from, to] = [coinflipEscrow(gameId), playerAccount(payload.winnerId)];
  return {
    type: "CoinflipSettled",
    schemaVersion: 1,
    stream: coinflipStream(gameId),
    payload,
    postings:
      currency === null
        ? moveStakes(stakes, from, to)
        : [
            ...move({ from, to, asset: currency, amount: BigInt(payload.payout) }),
            ...move({ from, to: house, asset: currency, amount: BigInt(payload.edge) }),
          ],
  };
}

/** The event of an open coinflip that was taken back: the stakes go back to the creator. */
export const coinflipCancelled = (gameId: string, creator: CoinflipSide): CoinflipCancelled => ({
  type: "CoinflipCancelled",
  schemaVersion: 1,
  stream: coinflipStream(gameId),
  payload: { gameId },
  postings: outOfEscrow(gameId, creator),
});

/** The event of an open coinflip that nobody joined: the stakes go back to the creator. */
export const coinflipExpired = (gameId: string, creator: CoinflipSide): CoinflipExpired => ({
  type: "CoinflipExpired",
  schemaVersion: 1,
  stream: coinflipStream(gameId),
  payload: { gameId },
  postings: outOfEscrow(gameId, creator),
});

/** The event of a locked coinflip that could not be decided: the stakes go back to both. */
export const coinflipVoided = (
  payload: CoinflipVoided["payload"],
  sides: readonly CoinflipSide[],
): CoinflipVoided => ({
  type: "CoinflipVoided",
  schemaVersion: 1,
  stream: coinflipStream(payload.gameId),
  payload,
  postings: sides.flatMap((side) => outOfEscrow(payload.gameId, side)),
});

/** The event of one more open coinflip of a player; it moves nothing. */
export const coinflipOffered = (playerId: string, gameId: string): CoinflipOffered => ({
  type: "CoinflipOffered",
  schemaVersion: 1,
  stream: playerStream(playerId),
  payload: { gameId },
  postings: [],
});

/** The event of one open coinflip less of a player; it moves nothing. */
export const coinflipOfferEnded = (
  playerId: string,
  payload: CoinflipOfferEnded["payload"],
): CoinflipOfferEnded => ({
  type: "CoinflipOfferEnded",
  schemaVersion: 1,
  stream: playerStream(playerId),
  payload,
  postings: [],
});

/** The event of a game that a player has played; what it moved stands in the game's own event. */
export const coinflipPlayed = (playerId: string, payload: CoinflipPlayed["payload"]): CoinflipPlayed => ({
  type: "CoinflipPlayed",
  schemaVersion: 1,
  stream: playerStream(playerId),
  payload,
  postings: [],
});

/** Version 1 did not keep whether a staked copy was in custody. */
const sideFrom1 =
  (side: "creator" | "joiner") =>
  (payload: JsonObject): JsonObject => {
    const older = payload[side] as JsonObject;
    return { ...payload, [side]: { ...older, stakes: stakesFrom1(older.stakes as readonly JsonObject[]) } };
  };
export const coinflipOpenedFrom1 = sideFrom1("creator");
export const coinflipJoinedFrom1 = sideFrom1("joiner");

const intoEscrow = (gameId: string, { playerId, stakes }: CoinflipSide): readonly Posting[] =>
  moveStakes(stakes, playerAccount(playerId), coinflipEscrow(gameId));

const outOfEscrow = (gameId: string, { playerId, stakes }: CoinflipSide): readonly Posting[] =>
  moveStakes(stakes, coinflipEscrow(gameId), playerAccount(playerId));
