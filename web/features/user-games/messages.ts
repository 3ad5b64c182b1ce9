export const TITLE = "User Created Games";
export const DESCRIPTION = "Play games that other players made, or make your own and earn its edge.";
export const CREATE = "Create Game";
export const CREATING = "Creating...";
export const CREATED = { title: "Success", description: "Game created successfully!" } as const;
export const CREATE_FAILED = "Failed to create game";
export const SAVED = {
  title: "Saved",
  description: "The new terms apply to everything that begins from now on.",
} as const;
export const SAVE_FAILED = "Failed to save game";
export const PAUSED = { title: "Paused", description: "The game takes no more bets." } as const;
export const RESUMED = { title: "Active", description: "The game takes bets again." } as const;
/** Why nobody can bet in a game that an admin stopped. */
export const HALTED = "The house has stopped this game: it takes no bets.";
export const CLAIM_FAILED = "Failed to claim earnings";

export const NO_GAMES = {
  title: "No Games Available",
  text: "No player has an active game at the moment. Make the first one.",
} as const;
export const NO_MATCH = {
  title: "No games match",
  text: "Try another word or another kind of game.",
} as const;
export const NO_OWN_GAMES = {
  title: "No Games Created",
  text: "Make a game with your own edge, and earn it with every bet.",
} as const;
export const CREATE_FIRST = "Create First Game";

/** Above this edge, in basis points, players are warned. */
export const EDGE_WARNED_ABOVE = 2_500n;
export const HIGH_EDGE = "High edge: the game keeps more than a quarter of all stakes in the long run.";

export const SORTS = { newest: "Newest first", popular: "Most played", return: "Highest return" } as const;

/** What the house keeps of a creator's share. @param percent with two decimals */
export const keepsPart = (percent: string): string =>
  `The house keeps ${percent}% of the edge. A game keeps the share that applied when it was made or last edited.`;
