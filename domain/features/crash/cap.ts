import { BASIS_POINTS, type Minor } from "../../kernel/money.ts";
import { largestLoss } from "../bank/rules.ts";
import { type Backing, isUnbacked } from "../user-games/bettor.ts";

/**
 * What the house puts into the escrow of a round: the most that it may lose by it. Rounds borrow what the bank holds
 * above half of its funding, or above its floor, a small share of the rest each: caps shrink with every open round and
 * leave games of other kinds their half of the bank. Some 900 idle rounds at once make caps of crash vanish while they
 * last; as a player is in few rounds at once, that takes ninety accounts.
 */
export function capOf({ bank, funds, limits }: Backing): Minor {
  if (isUnbacked({ bank, funds, limits })) return 0n;
  const half = (funds + 1n) / 2n;
  const spare = bank - (half > limits.floor ? half : limits.floor);
  // Twice the share of what is spare is the share of a bank that holds what it was funded with.
  const cap = (spare * 2n * limits.risk) / BASIS_POINTS;
  const most = largestLoss(bank, limits);
  return cap < most ? cap : most;
}
