import { z } from "zod";
import { CURRENCIES } from "../../accounts/account.ts";
import {
  amountNumber,
  endpoint,
  hex32,
  instantText,
  LIST_LIMIT_MAX,
  moneyText,
  page,
  pageQuery,
  position,
} from "../../kernel/contract.ts";
import { shownPlayerSchema } from "../../player/privacy.ts";
import { sideSchema } from "../house-flips/contract.ts";
import { seenVersion, userGameParams } from "../user-games/params.ts";

export const ROUND_STATUSES = ["waiting", "betting", "locked", "running", "settled", "void"] as const;

/** Why a bet left: its player asked, its target was reached, the house's cap was, or nobody served the round. */
export const CASH_OUT_CAUSES = ["manual", "auto", "forced", "interrupted"] as const;
export type CashOutCause = (typeof CASH_OUT_CAUSES)[number];

/** A multiplier in an answer, with two decimals: `"1.87"`. */
export const multiplierText = z.string().regex(/^\d{1,5}\.\d{2}$/);
const cause = z.enum(CASH_OUT_CAUSES);

const roundBetSchema = z.strictObject({
  id: z.string(),
  seq: z.number().int().nonnegative(),
  player: shownPlayerSchema,
  betAmount: moneyText,
  /** Tickets of a jackpot, half-open, as amounts; and the chance of it in percent. */
  from: moneyText.nullable(),
  to: moneyText.nullable(),
  chance: z.string().nullable(),
  multiplier: multiplierText.nullable(),
  winAmount: moneyText.nullable(),
  cause: cause.nullable(),
});

/** A round of a jackpot or crash game, as everyone may see it; what decides it is shown only once it has ended. */
export const gameRoundSchema = z.strictObject({
  id: z.string(),
  number: z.number().int().positive(),
  gameId: z.string(),
  gameType: z.enum(["jackpot", "crash"]),
  version: z.number().int().positive(),
  currency: z.enum(CURRENCIES),
  status: z.enum(ROUND_STATUSES),
  openedAt: instantText,
  closesAt: instantText.nullable(),
  startsAt: instantText.nullable(),
  endedAt: instantText.nullable(),
  beaconRound: z.number().int().positive().nullable(),
  commitment: hex32,
  pot: moneyText,
  cap: moneyText.nullable(),
  force: multiplierText.nullable(),
  point: multiplierText.nullable(),
  ticket: moneyText.nullable(),
  /** Null as well where the winner is hidden from the viewer. */
  winner: z.string().nullable(),
  bets: z.array(roundBetSchema),
  /** The player's own bet, with its target; null without one. */
  you: roundBetSchema.extend({ autoCashOut: multiplierText.nullable() }).nullable(),
});

export type GameRound = z.infer<typeof gameRoundSchema>;
export type RoundBet = GameRound["bets"][number];

/** A target: a number with two decimals at most, 1.01 to 10000. */
const autoCashOut = z
  .number("Must be a number")
  .refine(
    (n) => n >= 1.01 && n <= 10_000 && /^\d{1,5}(\.\d{1,2})?$/.test(String(n)),
    "Auto cash-out must be 1.01 to 10000 with at most two decimals",
  );

export const roundBetRequestSchema = z.strictObject({
  betAmount: amountNumber,
  currency: sideSchema,
  autoCashOut: autoCashOut.optional(),
  version: seenVersion.optional(),
});
const balances = { position, rbxBalance: moneyText, tixBalance: moneyText };

export const gameRoundEndpoints = {
  betOnRound: endpoint("POST /user-games/{id}/bets", "player", {
    summary: "Bet on the round of a jackpot or a crash game",
    params: userGameParams,
    body: roundBetRequestSchema,
    answers: {
      200: z.strictObject({
        id: z.string(),
        roundId: z.string(),
        seq: z.number().int().nonnegative(),
        ...balances,
        round: gameRoundSchema,
      }),
    },
  }),
  cashOut: endpoint("POST /user-games/{id}/cash-out", "player", {
    summary: "Cash out of a crash round; asked again, it gives the same answer",
    onlyEnds: true,
    params: userGameParams,
    body: z.strictObject({ roundId: z.string().min(1).max(64) }),
    answers: {
      200: z.strictObject({
        betId: z.string(),
        multiplier: multiplierText,
        winAmount: moneyText,
        cause,
        ...balances,
      }),
    },
  }),
  gameRound: endpoint("GET /user-games/{id}/round", "public", {
    summary: "A game's current round in a currency; null if none is open",
    params: userGameParams,
    query: z.strictObject({ currency: sideSchema.optional() }),
    answers: { 200: z.strictObject({ serverTime: instantText, round: gameRoundSchema.nullable() }) },
  }),
  gameRounds: endpoint("GET /user-games/{id}/rounds", "public", {
    summary: `Rounds of a game that have ended, newest first, at most ${LIST_LIMIT_MAX} at a time`,
    params: userGameParams,
    query: pageQuery,
    answers: { 200: page(gameRoundSchema) },
  }),
} as const;
