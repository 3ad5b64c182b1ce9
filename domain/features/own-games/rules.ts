/** Figures add up so many of the newest games at most. */
export const FIGURES_GAMES_MAX = 20_000;
/** The course of a player's net shows so many of the newest games at most, */
export const COURSE_GAMES_MAX = 2_000;
/** by so many points of each currency. */
export const COURSE_POINTS_MAX = 60;
