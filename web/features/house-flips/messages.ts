export const TITLE = "Coin Flip";
export const TAGLINE = "Choose your side and flip for double or nothing!";
export const EDGE_NOTE = "2.5% House Edge, Fair & Transparent";
export const BET_PLACEHOLDER = "Enter RBX/TIX amount";
export const FLIP = "Flip Coin!";
export const FLIPPING = "Flipping...";
export const NO_GAMES = "No games played yet. Start flipping to see your history!";
export const FLIP_FAILED = "Failed to play game";
export const CONNECTION_LOST =
  "The connection was lost. Flip the same bet again to see the result: it cannot be placed twice.";

export const INVALID_BET = { title: "Invalid Bet", description: "Please enter a valid bet amount" } as const;

/** The notice that a bet is larger than the balance it is paid from. */
export const insufficientBalance = (currency: string) => ({
  title: "Insufficient Balance",
  description: `You don't have enough ${currency} to place this bet`,
});

/** The notice of a win. */
export const youWon = (currency: string, won: { winAmount: string; houseEdgeTaken: string }) => ({
  title: "You Won!",
  description: `You won ${won.winAmount} ${currency}. House edge taken: ${won.houseEdgeTaken} ${currency}.`,
});

/** The notice of a loss. */
export const houseWins = (amount: string, currency: string) => ({
  title: "House Wins",
  description: `You lost ${amount} ${currency}. Better luck next time!`,
});

export const HOW_IT_WORKS = [
  "Choose your side, RBX or TIX, and how much to bet.",
  "Watch the coin flip.",
  "Guess correctly and win double your bet minus the 2.5% house edge.",
  "Guess wrong and the house keeps your bet.",
] as const;
