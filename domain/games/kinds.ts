/** What kinds of games there are, in words. */
export const KIND_NAMES: Readonly<Record<string, string>> = {
  coinflip: "Coin flip",
  live_coinflip: "Live coinflip",
  limiteds_coinflip: "Limiteds coinflip",
  coinflip_vs_bot: "Bot game",
  user_coinflip: "Player-made coinflip",
  jackpot: "Jackpot",
  crash: "Crash",
};

const WITHOUT_SIDES: readonly string[] = ["jackpot", "crash"];

/** Whether a side was called, and one came up: of a pot and of a curve there is none. */
export const hasSides = ({ gameType }: { readonly gameType: string }): boolean =>
  !WITHOUT_SIDES.includes(gameType);
