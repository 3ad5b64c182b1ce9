import { z } from "zod";
import { type Account, house, playerAccount } from "../../accounts/account.ts";
import { currency } from "../../accounts/payload.ts";
import { clientSeedOriginSchema } from "../../fairness/client-seed.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import {
  anyOf,
  defineEvent,
  type EventOf,
  type Immutable,
  type PayloadOf,
} from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { move, type Posting } from "../../ledger/posting.ts";
import { sideSchema } from "../house-flips/contract.ts";
import { onPlayer, playerStream } from "../players/events.ts";
import { moveStakes, type Stake, stakeSchema, stakesFrom1 } from "./items/stake.ts";

/** The stream of a coinflip. */
export const coinflipStream = (gameId: string): StreamName => `coinflip:${gameId}`;
/** The account that holds what is at stake in a coinflip. */
export const coinflipEscrow = (gameId: string): Account => `escrow:${gameId}`;

/** One side of a game: who, with which client seed, for what. */
const sideOfGame = z.strictObject({
  playerId: z.string(),
  clientSeed: z.string(),
  clientSeedBy: clientSeedOriginSchema,
  stakes: stakeSchema,
});
export type CoinflipSide = Immutable<z.infer<typeof sideOfGame>>;

const intoEscrow = (gameId: string, { playerId, stakes }: CoinflipSide): readonly Posting[] =>
  moveStakes(stakes, playerAccount(playerId), coinflipEscrow(gameId));

const outOfEscrow = (gameId: string, { playerId, stakes }: CoinflipSide): readonly Posting[] =>
  moveStakes(stakes, coinflipEscrow(gameId), playerAccount(playerId));

/** Version 1 did not keep whether a staked copy was in custody. */
const sideFrom1 =
  (side: "creator" | "joiner") =>
  (payload: JsonObject): JsonObject => {
    const older = payload[side] as JsonObject;
    return { ...payload, [side]: { ...older, stakes: stakesFrom1(older.stakes as readonly JsonObject[]) } };
  };

const live = { everybody: ["coinflips"] } as const;
const oneGame = z.strictObject({ gameId: z.string() });
const creator: CoinflipSide = {
  playerId: "p_1",
  clientSeed: "a-first-seed",
  clientSeedBy: "server",
  stakes: [{ asset: "RBX", amount: "1000", value: "1000" }],
};
const joiner: CoinflipSide = {
  ...creator,
  playerId: "p_2",
  clientSeed: "my-own-seed",
  clientSeedBy: "player",
};

/** A player opened a coinflip and put the stake into escrow; the server committed itself to a seed. */
export const coinflipOpened = defineEvent({
  type: "CoinflipOpened",
  version: 2,
  payload: z.strictObject({
    gameId: z.string(),
    creator: sideOfGame,
    /** The creator's face; the joiner has the other. */
    side: sideSchema,
    commitment: z.string(),
    /** Milliseconds. */
    expiresAt: whole,
  }),
  upcasters: [sideFrom1("creator")],
  record: (payload) => ({
    streams: [coinflipStream(payload.gameId), playerStream(payload.creator.playerId)],
    payload,
    postings: intoEscrow(payload.gameId, payload.creator),
  }),
  live,
  example: [
    {
      gameId: "g_1",
      creator: {
        ...creator,
        stakes: [{ asset: "item:101:7", amount: "1", value: "100000", inCustody: true }],
      },
      side: "rbx",
      commitment: "44".repeat(32),
      expiresAt: 1_767_355_200_000,
    },
  ],
});

const joining = z.strictObject({
  gameId: z.string(),
  joiner: sideOfGame,
  round: whole,
  chain: z.strictObject({
    kind: z.enum(["drand", "local"]),
    chainHash: z.string(),
    publicKey: z.string(),
    genesisAt: whole,
    periodMs: whole,
  }),
});

/**
 * Somebody joined and put the same into escrow; the round that decides was fixed. The second argument is the creator,
 * who has one open coinflip less.
 */
export const coinflipJoined = defineEvent({
  type: "CoinflipJoined",
  version: 3,
  payload: joining,
  // Since version 3 it is folded into the joiner's stream as well.
  upcasters: [sideFrom1("joiner"), (payload) => payload],
  record: (payload: PayloadOf<typeof joining>, creatorId: string) => ({
    streams: [coinflipStream(payload.gameId), playerStream(creatorId), playerStream(payload.joiner.playerId)],
    payload,
    postings: intoEscrow(payload.gameId, payload.joiner),
  }),
  live: { ...live, player: ["notifications"] },
  notify: {
    to: "alsoIn",
    type: "game",
    link: "/limiteds",
    title: "Coinflip joined",
    message: () => "Someone joined your coinflip.",
    together: (times) => ({ title: "Coinflips joined", message: `${times} of your coinflips were joined.` }),
  },
  example: [
    {
      gameId: "g_1",
      joiner,
      round: 1_000,
      chain: {
        kind: "local",
        chainHash: "55".repeat(32),
        publicKey: "66".repeat(96),
        genesisAt: 1_767_225_600_000,
        periodMs: 3_000,
      },
    },
    "p_1",
  ],
});

const settlement = z.strictObject({
  gameId: z.string(),
  round: whole,
  signature: z.string(),
  serverSeed: z.string(),
  digest: z.string(),
  result: sideSchema,
  winnerId: z.string(),
  loserId: z.string(),
  /** The currency of the stakes; null for items. */
  currency: currency.nullable(),
  /** What both staked, what the winner got of it, and what the house kept: items at their values. */
  wagered: moneyMinorText,
  payout: moneyMinorText,
  edge: moneyMinorText,
  /**
   * What each staked of it, and the experience granted for it: less than a game's worth once the day's most is reached.
   * Null in logs where `CoinflipPlayed` says it to each of the two.
   */
  winnerStake: moneyMinorText.nullable(),
  winnerXp: whole.nullable(),
  loserStake: moneyMinorText.nullable(),
  loserXp: whole.nullable(),
});

/**
 * The beacon decided a game: all that its result follows from, and the pay-out. Of a currency the winner gets the
 * pay-out and the house the edge; items go to the winner whole. The second argument is the stakes of both sides.
 */
export const coinflipSettled = defineEvent({
  type: "CoinflipSettled",
  version: 2,
  payload: settlement,
  upcasters: [
    (payload) => ({ ...payload, winnerStake: null, winnerXp: null, loserStake: null, loserXp: null }),
  ],
  record: (payload: PayloadOf<typeof settlement>, stakes: Stake) => {
    const { gameId, currency: asset, winnerId, loserId } = payload;
    const [from, to] = [coinflipEscrow(gameId), playerAccount(winnerId)];
    return {
      streams: [coinflipStream(gameId), playerStream(winnerId), playerStream(loserId)],
      payload,
      postings:
        asset === null
          ? moveStakes(stakes, from, to)
          : [
              ...move({ from, to, asset, amount: BigInt(payload.payout) }),
              ...move({ from, to: house, asset, amount: BigInt(payload.edge) }),
            ],
    };
  },
  live: { player: ["balance", "inventory", "games"], everybody: ["coinflips", "bets", "leaderboard"] },
  example: [
    {
      gameId: "g_1",
      round: 1_000,
      signature: "77".repeat(48),
      serverSeed: "88".repeat(32),
      digest: "99".repeat(32),
      result: "rbx",
      winnerId: "p_1",
      loserId: "p_2",
      currency: "RBX",
      wagered: "2000",
      payout: "1975",
      edge: "25",
      winnerStake: "1000",
      winnerXp: 10,
      loserStake: "1000",
      loserXp: 10,
    },
    [...creator.stakes, ...joiner.stakes],
  ],
});

/** An open coinflip ended before anybody joined: the stakes went back to the creator. */
const withoutOpponent = {
  version: 1,
  payload: oneGame,
  record: (gameId: string, side: CoinflipSide) => ({
    streams: [coinflipStream(gameId), playerStream(side.playerId)] as const,
    payload: { gameId },
    postings: outOfEscrow(gameId, side),
  }),
  live,
  example: ["g_1", creator] as [string, CoinflipSide],
};

/** The creator took an open coinflip back, and the stakes with it. */
export const coinflipCancelled = defineEvent({
  type: "CoinflipCancelled",
  ...withoutOpponent,
});

/** Nobody joined an open coinflip in time: the stakes went back to the creator. */
export const coinflipExpired = defineEvent({
  type: "CoinflipExpired",
  ...withoutOpponent,
});

const voiding = z.strictObject({ gameId: z.string(), round: whole, serverSeed: z.string() });

/** The beacon of a locked game did not come for a day: both stakes went back, and the seed was revealed. */
export const coinflipVoided = defineEvent({
  type: "CoinflipVoided",
  version: 2,
  payload: voiding,
  // Since version 2 it is folded into the streams of both players.
  upcasters: [(payload) => payload],
  record: (payload: PayloadOf<typeof voiding>, sides: readonly CoinflipSide[]) => ({
    streams: [
      coinflipStream(payload.gameId),
      ...sides.map(({ playerId }) => playerStream(playerId)),
    ] as const,
    payload,
    postings: sides.flatMap((side) => outOfEscrow(payload.gameId, side)),
  }),
  live,
  example: [{ gameId: "g_1", round: 1_000, serverSeed: "88".repeat(32) }, [creator, joiner]],
});

/** On the creator's stream: one more open coinflip. No longer recorded: `CoinflipOpened` says it. */
export const coinflipOffered = defineEvent({
  type: "CoinflipOffered",
  isOfFormat1: true,
  payload: oneGame,
  record: (playerId: string, gameId: string) => onPlayer(playerId, { gameId }),
  example: ["p_1", "g_1"],
});

/** How an open coinflip ended. */
const OFFER_ENDS = ["joined", "cancelled", "expired"] as const;
const offerEnd = z.strictObject({ gameId: z.string(), by: z.enum(OFFER_ENDS) });

/** On the creator's stream: one open coinflip less. No longer recorded: the event that ended it says it. */
export const coinflipOfferEnded = defineEvent({
  type: "CoinflipOfferEnded",
  isByAnybody: true,
  isOfFormat1: true,
  payload: offerEnd,
  record: (playerId: string, payload: PayloadOf<typeof offerEnd>) => onPlayer(playerId, payload),
  example: ["p_1", { gameId: "g_1", by: "joined" }],
});

/** What a coinflip between players is called, by what is at stake. */
const COINFLIP_TYPES = ["live_coinflip", "limiteds_coinflip"] as const;

const played = z.strictObject({
  gameId: z.string(),
  gameType: z.enum(COINFLIP_TYPES),
  side: sideSchema,
  result: sideSchema,
  stake: moneyMinorText,
  payout: moneyMinorText,
  edge: moneyMinorText,
  /** Experience granted; less than a game's worth once the day's most is reached. */
  xp: whole,
});

/** On each player's stream: how a settled game went for that player. No longer recorded: `CoinflipSettled` says it. */
export const coinflipPlayed = defineEvent({
  type: "CoinflipPlayed",
  isOfFormat1: true,
  payload: played,
  record: (playerId: string, payload: PayloadOf<typeof played>) => onPlayer(playerId, payload),
  live: { player: ["balance", "inventory", "games"], everybody: ["bets", "leaderboard"] },
  example: [
    "p_1",
    {
      gameId: "g_1",
      gameType: "live_coinflip",
      side: "rbx",
      result: "rbx",
      stake: "1000",
      payout: "1975",
      edge: "25",
      xp: 10,
    },
  ],
});

/** The events of coinflips on players' streams. */
export const offerEvents = [coinflipOffered, coinflipOfferEnded, coinflipPlayed] as const;
export const coinflipEvents = [
  coinflipOpened,
  coinflipJoined,
  coinflipSettled,
  coinflipCancelled,
  coinflipExpired,
  coinflipVoided,
] as const;
export const isCoinflipEvent = anyOf(...coinflipEvents);
export type CoinflipOpened = EventOf<typeof coinflipOpened>;
export type CoinflipJoined = EventOf<typeof coinflipJoined>;
export type CoinflipSettled = EventOf<typeof coinflipSettled>;
export type CoinflipVoided = EventOf<typeof coinflipVoided>;
export type CoinflipEvent = EventOf<(typeof coinflipEvents)[number]>;
