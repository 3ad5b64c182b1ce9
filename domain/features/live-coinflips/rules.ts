import type { Side } from "../../fairness/st1.ts";

/** How many open coinflips one player may have. */
export const OPEN_COINFLIPS_MAX = 10;
/** How many copies of items each side may stake. */
export const STAKED_ITEMS_MAX = 20;
/** A join is written within this time by the database's clock, or decided again, in milliseconds. */
export const JOIN_WRITTEN_WITHIN_MS = 500;
/** A locked game is void if its beacon is this late, in milliseconds. */
export const VOID_AFTER_MS = 24 * 60 * 60 * 1_000;

/** The side of the coin that the joiner gets. */
export const otherSide = (side: Side): Side => (side === "rbx" ? "tix" : "rbx");
