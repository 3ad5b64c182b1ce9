import { z } from "zod";
import { playerAccount } from "../../accounts/account.ts";
import { currency } from "../../accounts/payload.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { anyOf, defineEvent, type PayloadOf } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { move } from "../../ledger/posting.ts";
import { sideSchema } from "../house-flips/contract.ts";
import { awayEscrow } from "../live-coinflips/guests/guest.ts";
import { playerStream } from "../players/events.ts";

/** The stream of a stake in a coinflip of another log, named by the transit that it left by. */
export const awayStream = (transitId: string): StreamName => `away-stake:${transitId}`;

const stakeShape = {
  currency,
  gameId: z.string(),
  /** The number of the log that the game is in. */
  log: whole.positive(),
  playerId: z.string(),
  /** The player's face, as it was shown to them. */
  side: sideSchema,
  stake: moneyMinorText,
  transitId: z.string(),
};
const staked = z.strictObject(stakeShape);
export type AwayStakePayload = PayloadOf<typeof staked>;

const streamsOf = ({ transitId, playerId }: AwayStakePayload) =>
  [awayStream(transitId), playerStream(playerId)] as const;

const stake: AwayStakePayload = {
  currency: "RBX",
  gameId: "g_1",
  log: 2,
  playerId: "p_1",
  side: "tix",
  stake: "1000",
  transitId: "1-x_1",
};

/** A player staked on a coinflip of another log; the stake leaves for it in the same batch. */
export const awayStakeMade = defineEvent({
  type: "AwayStakeMade",
  payload: staked,
  record: (payload: AwayStakePayload) => ({
    streams: streamsOf(payload),
    payload,
    postings: move({
      from: playerAccount(payload.playerId),
      to: awayEscrow(payload.transitId),
      asset: payload.currency,
      amount: BigInt(payload.stake),
    }),
  }),
  live: { player: ["games"] },
  example: [stake],
});

const played = z.strictObject({
  ...stakeShape,
  /** What the game paid the player, the stake included; "0" on a loss. */
  payout: moneyMinorText,
  result: sideSchema,
  /** Experience granted; less than a game's worth once the day's most is reached. */
  xp: whole,
});

/** A coinflip of another log was decided, and what it paid has arrived in the same batch. */
export const awayCoinflipPlayed = defineEvent({
  type: "AwayCoinflipPlayed",
  payload: played,
  record: (payload: PayloadOf<typeof played>) => ({
    streams: streamsOf(payload),
    payload,
    postings: move({
      from: awayEscrow(payload.transitId),
      to: playerAccount(payload.playerId),
      asset: payload.currency,
      amount: BigInt(payload.payout),
    }),
  }),
  live: { player: ["balance", "games", "notifications"], everybody: ["bets", "leaderboard"] },
  notify: {
    to: "alsoIn",
    type: "game",
    link: "/limiteds",
    words: ({ side, result }) => ({
      title: side === result ? "Coinflip won" : "Coinflip lost",
      message: `You ${side === result ? "won" : "lost"} a coinflip of another log.`,
    }),
  },
  example: [{ ...stake, payout: "1975", result: "tix", xp: 10 }],
});

const returned = z.strictObject({ ...stakeShape, why: z.enum(["refused", "void"]) });

/** A coinflip of another log was void or could not be joined, and the stake has come back in the same batch. */
export const awayStakeReturned = defineEvent({
  type: "AwayStakeReturned",
  payload: returned,
  record: (payload: PayloadOf<typeof returned>) => ({
    streams: streamsOf(payload),
    payload,
    postings: move({
      from: awayEscrow(payload.transitId),
      to: playerAccount(payload.playerId),
      asset: payload.currency,
      amount: BigInt(payload.stake),
    }),
  }),
  live: { player: ["balance", "games", "notifications"] },
  notify: {
    to: "alsoIn",
    type: "game",
    link: "/limiteds",
    words: ({ why }) => ({
      title: "Stake returned",
      message:
        why === "void"
          ? "The coinflip could not be decided. Your stake is back."
          : "The coinflip could not be joined any more. Your stake is back.",
    }),
  },
  example: [{ ...stake, why: "refused" }],
});

export const awayEvents = [awayStakeMade, awayCoinflipPlayed, awayStakeReturned] as const;
export const isAwayEvent = anyOf(...awayEvents);
