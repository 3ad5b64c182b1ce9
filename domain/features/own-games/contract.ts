import { z } from "zod";
import { CURRENCIES } from "../../accounts/account.ts";
import { endpoint, instantText, moneyText } from "../../kernel/contract.ts";
import { gameFilter } from "../house-flips/contract.ts";
import { COURSE_GAMES_MAX, FIGURES_GAMES_MAX } from "./rules.ts";

const count = z.number().int().nonnegative();
/** Every answer reads thousands of rows at most, but of one player. */
const rate = { name: "own-games", perSecond: 2, burst: 30 };

const figuresSchema = z.strictObject({
  gameType: z.string(),
  /** Null until a game between players is read in full. */
  currency: z.enum(CURRENCIES).nullable(),
  games: count,
  wins: count,
  staked: moneyText,
  paid: moneyText,
  /** What was paid, less what was staked. */
  net: moneyText,
  /** The most that one game brought beyond its stake. */
  biggestWin: moneyText,
});
export type GameFigures = z.infer<typeof figuresSchema>;

const coursePoint = z.strictObject({
  /** How many games were played up to here, counted from the first that is shown. */
  games: count,
  at: instantText,
  net: moneyText,
});
const courseSchema = z.strictObject({
  currency: z.enum(CURRENCIES),
  games: count,
  points: z.array(coursePoint),
});
export type Course = z.infer<typeof courseSchema>;

const streaksSchema = z.strictObject({
  /** The games won, or lost, in a row up to now; null before the first. */
  current: z.strictObject({ won: z.boolean(), games: count }).nullable(),
  longestWin: count,
  longestLoss: count,
});
export type Streaks = z.infer<typeof streaksSchema>;

export const ownGamesEndpoints = {
  ownFigures: endpoint("GET /games/figures", "player", {
    summary: `The player's results by game and currency, over the newest ${FIGURES_GAMES_MAX} matching games`,
    rate,
    query: gameFilter,
    answers: {
      200: z.strictObject({
        figures: z.array(figuresSchema),
        /** Whether no older game was left out. */
        isWhole: z.boolean(),
      }),
    },
  }),
  ownCourse: endpoint("GET /games/course", "player", {
    summary: `How the player's net went over the newest ${COURSE_GAMES_MAX} games, and the player's streaks`,
    rate,
    answers: { 200: z.strictObject({ courses: z.array(courseSchema), streaks: streaksSchema }) },
  }),
} as const;
