export const BET_FAILED = "Failed to place the bet";
export const LEFT_OPEN =
  "The connection was lost. If the bet was placed, it appears in the round; send it again to make sure.";
export const betPlaced = (amount: string, currency: string) => ({
  title: "Bet placed",
  description: `${amount} ${currency} is in the round.`,
});

/** Where a round stands, in words. */
export const STATUS_LABELS = {
  waiting: "Waiting",
  betting: "Betting",
  locked: "Bets closed",
  running: "Running",
  settled: "Ended",
  void: "Void",
} as const;
