import { z } from "zod";
import { ITEMS_STAKED } from "../../accounts/items-staked.ts";
import { endpoint, moneyText } from "../../kernel/contract.ts";

/** `"0.00"` while the house takes no stakes in that currency. */
const houseLimit = z.strictObject({ largestStake: moneyText });

const gameLimitsSchema = z.strictObject({
  stakeMin: moneyText,
  /** The largest stake of any kind by the settings. */
  stakeMax: moneyText,
  /** Flips against the house: the largest stake taken now, by the settings and the bank. */
  bank: z.strictObject({ RBX: houseLimit, TIX: houseLimit }),
  /** Flips for items against the bot: the most that the items may be worth in all, in RBX. */
  bot: z.strictObject({
    largestStake: moneyText,
    /** What a win brings on top of the items, in basis points of their value. */
    winningsBasisPoints: z.number().int(),
  }),
  /** What the house keeps of a winning stake, in basis points. */
  houseEdgeBasisPoints: z.number().int(),
  /** How long a coinflip between players waits for somebody to join. */
  coinflipOpenHours: z.number().int().positive(),
  itemsStaked: z.enum(ITEMS_STAKED),
});

export const gameLimitsEndpoints = {
  gameLimits: endpoint("GET /games/limits", "public", {
    summary: "What can be staked at the moment: the limits of every game, by the settings and the bank",
    answers: { 200: gameLimitsSchema },
  }),
} as const;
