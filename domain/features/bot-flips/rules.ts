import { BASIS_POINTS, type Minor } from "../../kernel/money.ts";

/**
 * Winning against the bot brings this share of the items' value on top of the items: 1.8 times the stake in all. The
 * verifier recomputes flips by it: a change needs a new version of `ItemsFlipped`.
 */
export const WINNINGS_BASIS_POINTS = 8_000n;

/** The average cost of a game, in basis points of the stake: of two games one loses all and one wins that share. */
export const BOT_EDGE = (BASIS_POINTS - WINNINGS_BASIS_POINTS) / 2n;

/** What items of a value win, in minor units of RBX: 0.8 of it, rounded down; the items themselves stay. */
export const winningsOf = (value: Minor): Minor => (value * WINNINGS_BASIS_POINTS) / BASIS_POINTS;
