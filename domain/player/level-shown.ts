/** Levels from this one are shown beside the player's name. */
export const LEVEL_SHOWN_MIN = 50;
