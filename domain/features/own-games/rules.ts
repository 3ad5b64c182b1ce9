/** Maximum newest games that figures add up. */
export const FIGURES_GAMES_MAX = 20_000;
/** Maximum newest games in the course of a player's net result, */
export const COURSE_GAMES_MAX = 2_000;
/** and its points per currency. */
export const COURSE_POINTS_MAX = 60;
