import { BASIS_POINTS, formatMinor, type Minor, minor } from "../../kernel/money.ts";

export const TITLE_CHARS_MAX = 100;
export const DESCRIPTION_CHARS_MAX = 500;
/** The least that a minimum bet and a maximum bet may be, and the most of both. */
export const MIN_BET_LEAST: Minor = minor("0.01");
export const MAX_BET_LEAST: Minor = minor("1.00");
export const BET_MOST: Minor = minor("99999999.99");
/** The highest edge, in basis points. */
export const EDGE_MOST = 5_000;
/** An edge of everything, in basis points. */
const EDGE_WHOLE = 10_000;
/** How many active games one player may have. */
export const ACTIVE_GAMES_MAX = 20;
/** What a game is made with where nothing else is said. */
export const DEFAULT_TERMS = { minBet: minor("1.00"), maxBet: minor("1000.00"), edge: 500 } as const;

/** Messages for invalid input, letter for letter as specified. */
export const TITLE_REQUIRED = "Title is required";
export const TITLE_TOO_LONG = `Title must have at most ${TITLE_CHARS_MAX} characters`;
export const DESCRIPTION_TOO_LONG = `Description must be at most ${DESCRIPTION_CHARS_MAX} characters`;
export const MIN_BET_TOO_SMALL = "Minimum bet must be at least 0.01";
export const MAX_BET_TOO_SMALL = "Maximum bet must be at least 1";
export const MAX_BET_TOO_LARGE = `Maximum bet must be at most ${formatMinor(BET_MOST)}`;
export const MIN_ABOVE_MAX = "Minimum bet must be at most the maximum bet";
export const EDGE_OUT_OF_RANGE = "House edge must be between 0-50%";

/** What a game is played by. An edit makes new terms; a bet or round keeps the terms it began with. */
export type GameTerms = {
  /** Minor units as text. */
  readonly minBet: string;
  readonly maxBet: string;
  /** Basis points. */
  readonly edge: number;
};

/** Why a game cannot have such terms, in one sentence; null when it can. */
export function problemOfTerms({ minBet, maxBet, edge }: GameTerms): string | null {
  const [least, most] = [BigInt(minBet), BigInt(maxBet)];
  if (least < MIN_BET_LEAST) return MIN_BET_TOO_SMALL;
  if (most < MAX_BET_LEAST) return MAX_BET_TOO_SMALL;
  if (most > BET_MOST) return MAX_BET_TOO_LARGE;
  if (least > most) return MIN_ABOVE_MAX;
  return Number.isInteger(edge) && edge >= 0 && edge <= EDGE_MOST ? null : EDGE_OUT_OF_RANGE;
}

/** Basis points as percent with two decimals. @example percentText(9_500) // "95.00" */
export const percentText = (basisPoints: number): string => formatMinor(BigInt(basisPoints));

/** A stake's part of its pot in percent, rounded down. @example chanceOf(100n, 300n) // "33.33" */
export const chanceOf = (stake: Minor, pot: Minor): string => formatMinor((stake * BASIS_POINTS) / pot);

/** The return to player in basis points: what all three games pay back in the long run of a stake. */
export const returnToPlayer = ({ edge }: Pick<GameTerms, "edge">): number => EDGE_WHOLE - edge;

/** The admins' filter of the list of all games. */
export const ADMIN_GAME_FILTERS = ["halted", "active"] as const;
