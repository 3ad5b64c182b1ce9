import { z } from "zod";
import {
  amountFrom,
  arrayQuery,
  endpoint,
  instantText,
  moneyText,
  periodQuery,
  position,
} from "../../kernel/contract.ts";
import { shownPlayerSchema } from "../../player/privacy.ts";

export const sideSchema = z.enum(["rbx", "tix"], "Must select RBX or TIX");

export const flipRequestSchema = z.strictObject({
  betAmount: amountFrom(0.01, "Please enter a valid bet amount"),
  betSide: sideSchema,
});

export const flipAnswerSchema = z.strictObject({
  id: z.string(),
  result: sideSchema,
  won: z.boolean(),
  /** The pay-out: stake included, `"0.00"` on a loss. */
  winAmount: moneyText,
  houseEdgeTaken: moneyText,
  position,
  rbxBalance: moneyText,
  tixBalance: moneyText,
  nonce: z.number().int().nonnegative(),
});
export type FlipAnswer = z.infer<typeof flipAnswerSchema>;

export const gameStatsSchema = z.strictObject({
  totalGames: z.number().int(),
  wins: z.number().int(),
  gamesPlayed: z.number().int(),
  /** 0 to 100 with one decimal. */
  winRate: z.number(),
  /** Sum of pay-out minus stake over games won; RBX and TIX added 1:1. */
  totalWon: moneyText,
  totalLost: moneyText,
});
export type GameStats = z.infer<typeof gameStatsSchema>;

const settledGame = z.strictObject({
  id: z.string(),
  position,
  gameType: z.string(),
  betSide: sideSchema,
  betAmount: moneyText,
  /** What was staked; items count in RBX. Null until a game between players is read in full. */
  currency: z.enum(["RBX", "TIX"]).nullable(),
  result: sideSchema,
  won: z.boolean(),
  winAmount: moneyText,
  createdAt: instantText,
  /** The player-made game that was played, under its title of now; null for games of the house. */
  userGame: z.strictObject({ id: z.string(), title: z.string() }).nullable(),
});
export type SettledGame = z.infer<typeof settledGame>;

/** One of a player's own games. The opponent is null against the house and its bot. */
export const gameHistoryEntrySchema = settledGame.extend({
  opponent: shownPlayerSchema.nullable(),
  /** What the game brought, less where the day's most was reached. */
  experience: z.number().int().nonnegative(),
});
export type GameHistoryEntry = z.infer<typeof gameHistoryEntrySchema>;

/** A settled bet as everybody may see it in the live feed. */
export const liveBetSchema = settledGame.extend({ player: shownPlayerSchema });
export type LiveBet = z.infer<typeof liveBetSchema>;

/** Which settled games of any kind are wanted; absent criteria match all. */
export const gameFilter = z.strictObject({
  game: z
    .string()
    .regex(/^[a-z_]{1,32}$/, "Must be a kind of game")
    .optional(),
  currency: z.enum(["RBX", "TIX"], "Must be RBX or TIX").optional(),
  result: z.enum(["won", "lost"], "Must be won or lost").optional(),
  /** From this instant, until before that one. */
  ...periodQuery,
});
export type GameFilter = z.output<typeof gameFilter>;

export const houseFlipEndpoints = {
  flip: endpoint("POST /games/coinflip", "player", {
    summary: "Flip a coin against the house",
    body: flipRequestSchema,
    answers: { 200: flipAnswerSchema },
  }),
  stats: endpoint("GET /games/stats", "player", {
    summary: "The player's own figures",
    answers: { 200: gameStatsSchema },
  }),
  history: endpoint("GET /games/history", "player", {
    summary: "The player's own games, newest first; with `export=csv` all of them as CSV",
    exports: true,
    query: arrayQuery.extend(gameFilter.shape).extend({ export: z.enum(["csv"], "Must be csv").optional() }),
    answers: { 200: z.array(gameHistoryEntrySchema) },
  }),
  liveBets: endpoint("GET /games/bets", "public", {
    summary: "Everyone's newest settled bets; filters look among the newest 2000",
    query: arrayQuery.extend(gameFilter.omit({ from: true, to: true }).shape),
    answers: { 200: z.array(liveBetSchema) },
  }),
  largestBets: endpoint("GET /games/largest", "public", {
    summary: "The largest settled bets of the UTC day, of 10.00 or more each",
    answers: { 200: z.array(liveBetSchema) },
  }),
} as const;
