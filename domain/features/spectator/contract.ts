import { z } from "zod";
import { arrayQuery, endpoint, instantText, moneyText, position } from "../../kernel/contract.ts";
import { sideSchema } from "../house-flips/contract.ts";
import { LIVE_GAME_STATUSES } from "./rules.ts";

/** One side of a game as spectators see it. */
const livePlayerSchema = z.strictObject({
  /** Null for a hidden player. */
  id: z.string().nullable(),
  username: z.string(),
  betSide: sideSchema,
  /** In the currency of the first player's side; null where items are staked. */
  betAmount: moneyText.nullable(),
  /** Only where items are staked, each at its value as of the stake. */
  betItems: z
    .array(z.strictObject({ name: z.string(), value: moneyText, inCustody: z.boolean() }))
    .optional(),
});
export type LivePlayer = z.infer<typeof livePlayerSchema>;

/** A game that is being played, or waits for somebody to join. */
const liveGameSchema = z.strictObject({
  id: z.string(),
  /** Where it was joined, or else opened. */
  position,
  /** `coinflip`, `limiteds_coinflip`, `user_coinflip`, `jackpot` or `crash`. */
  gameType: z.string(),
  player1: livePlayerSchema,
  player2: livePlayerSchema.optional(),
  /** The number of players of a round; the first two are named. */
  playerCount: z.number().int().positive().optional(),
  /** The player-made game that it is played in. */
  userGame: z.strictObject({ id: z.string(), title: z.string() }).optional(),
  /** What all have at stake. */
  totalValue: moneyText,
  /** Players, and addresses of visitors, with a live stream open on a page that shows it; of a round, its game. */
  spectatorCount: z.number().int().nonnegative(),
  status: z.enum(LIVE_GAME_STATUSES),
  /** When somebody joined; before that, when it was opened. */
  startedAt: instantText,
  /** When the beacon that decides is published, or the coin lands, where that is known. */
  estimatedEnd: instantText.optional(),
});
export type LiveGame = z.infer<typeof liveGameSchema>;

/** What is said of a game. Nobody can write here, so that none is of type `chat`. */
const spectatorMessageSchema = z.strictObject({
  id: z.string(),
  /** Its number among the messages of its game, from 1. */
  position: z.number().int().positive(),
  username: z.string(),
  message: z.string(),
  timestamp: instantText,
  type: z.enum(["chat", "system", "bet"]),
});
export type SpectatorMessage = z.infer<typeof spectatorMessageSchema>;

const NO_GAME_ID = "Must be the id of a game";
/** Games between players and rounds have UUIDs; flips begin with `game_`. */
const gameId = z.union([z.uuid(NO_GAME_ID), z.string().regex(/^game_\w{1,60}$/, NO_GAME_ID)], NO_GAME_ID);

export const spectatorEndpoints = {
  liveGames: endpoint("GET /games/live", "public", {
    summary: "Running and open games, newest first",
    query: arrayQuery,
    answers: { 200: z.array(liveGameSchema) },
  }),
  spectatorChat: endpoint("GET /spectator/chat", "public", {
    summary: "What happened in a game, newest first",
    query: arrayQuery.extend({ gameId }),
    answers: { 200: z.array(spectatorMessageSchema) },
  }),
} as const;
