/** From this level on a level stands beside its player's name. */
export const LEVEL_SHOWN_MIN = 50;
