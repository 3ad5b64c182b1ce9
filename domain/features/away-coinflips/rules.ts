/** How many stakes of one player may be with coinflips of other logs at a time. */
export const AWAY_STAKES_MAX = 10;
/** How many open coinflips of each other log are shown. */
export const AWAY_SHOWN_MAX = 50;
