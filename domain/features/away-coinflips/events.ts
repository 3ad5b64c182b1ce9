import { z } from "zod";
import { type Account, playerAccount } from "../../accounts/account.ts";
import { copy, currency } from "../../accounts/payload.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { anyOf, defineEvent, type PayloadOf } from "../../kernel/events/event-definition.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { move, type Posting } from "../../ledger/posting.ts";
import { sideSchema } from "../house-flips/contract.ts";
import { awayEscrow } from "../live-coinflips/guests/guest.ts";
import { playerStream } from "../players/events.ts";

/** The stream of a stake in a coinflip of another log, named by the transit that it left by. */
export const awayStream = (transitId: string): StreamName => `away-stake:${transitId}`;

const stakeShape = {
  gameId: z.string(),
  /** The number of the log that the game is in. */
  log: whole.positive(),
  playerId: z.string(),
  /** The player's face, as it was shown to them. */
  side: sideSchema,
  /** Its value: items at this log's values, in minor units of RBX. */
  stake: moneyMinorText,
  transitId: z.string(),
};
const ofCurrency = { ...stakeShape, currency };
const valued = z.strictObject({ copy, value: moneyMinorText });
const ofItems = {
  ...stakeShape,
  currency: z.null(),
  /** The copies, their values here, and what kept each in custody. */
  items: z.array(valued.extend({ depositId: z.string(), serial: whole.nullable() })),
};
const staked = z.union([z.strictObject(ofCurrency), z.strictObject(ofItems)]);
export type AwayStakePayload = PayloadOf<typeof staked>;
export type AwayItemsPayload = Extract<AwayStakePayload, { readonly currency: null }>;

const streamsOf = ({ transitId, playerId }: AwayStakePayload) =>
  [awayStream(transitId), playerStream(playerId)] as const;

/** Moves a stake whole between the player and what holds it on its way. */
function moveStake(payload: AwayStakePayload, from: Account, to: Account): readonly Posting[] {
  if (payload.currency !== null)
    return move({ from, to, asset: payload.currency, amount: BigInt(payload.stake) });
  return payload.items.flatMap(({ copy: asset }) => move({ from, to, asset, amount: 1n }));
}

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
    postings: moveStake(payload, playerAccount(payload.playerId), awayEscrow(payload.transitId)),
  }),
  live: { player: ["inventory", "games"] },
  example: [stake],
});

const ending = {
  /** What the game paid the player, the stake included, counted as the stake is; "0" on a loss. */
  payout: moneyMinorText,
  result: sideSchema,
  /** Experience granted; less than a game's worth once the day's most is reached. */
  xp: whole,
};
const played = z.union([
  z.strictObject({ ...ofCurrency, ...ending }),
  /** The copies that came: the player's own at what they were staked at, others at this log's values, if any. */
  z.strictObject({ ...ofItems, ...ending, won: z.array(valued) }),
]);

function movePayout(payload: PayloadOf<typeof played>): readonly Posting[] {
  const [from, to] = [awayEscrow(payload.transitId), playerAccount(payload.playerId)];
  if (payload.currency !== null)
    return move({ from, to, asset: payload.currency, amount: BigInt(payload.payout) });
  return payload.won.flatMap(({ copy: asset }) => move({ from, to, asset, amount: 1n }));
}

/** A coinflip of another log was decided, and what it paid has arrived in the same batch. */
export const awayCoinflipPlayed = defineEvent({
  type: "AwayCoinflipPlayed",
  payload: played,
  record: (payload: PayloadOf<typeof played>) => ({
    streams: streamsOf(payload),
    payload,
    postings: movePayout(payload),
  }),
  live: { player: ["balance", "inventory", "games", "notifications"], everybody: ["bets", "leaderboard"] },
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

const why = z.enum(["refused", "void"]);
const returned = z.union([z.strictObject({ ...ofCurrency, why }), z.strictObject({ ...ofItems, why })]);

/** A coinflip of another log was void or could not be joined, and the stake has come back in the same batch. */
export const awayStakeReturned = defineEvent({
  type: "AwayStakeReturned",
  payload: returned,
  record: (payload: PayloadOf<typeof returned>) => ({
    streams: streamsOf(payload),
    payload,
    postings: moveStake(payload, awayEscrow(payload.transitId), playerAccount(payload.playerId)),
  }),
  live: { player: ["balance", "inventory", "games", "notifications"] },
  notify: {
    to: "alsoIn",
    type: "game",
    link: "/limiteds",
    words: ({ why: reason }) => ({
      title: "Stake returned",
      message:
        reason === "void"
          ? "The coinflip could not be decided. Your stake has been returned."
          : "The coinflip could no longer be joined. Your stake has been returned.",
    }),
  },
  example: [{ ...stake, why: "refused" }],
});

export const awayEvents = [awayStakeMade, awayCoinflipPlayed, awayStakeReturned] as const;
export const isAwayEvent = anyOf(...awayEvents);
