import { BASIS_POINTS, type Minor } from "../../kernel/money.ts";
import { largestLoss } from "../bank/rules.ts";
import { type Backing, isUnbacked } from "../user-games/bettor.ts";

/**
 * What the house puts into the escrow of a round: the most it may lose by it. Each round borrows a small share of what
 * the bank holds above half of its funding, or above its floor: caps shrink with every open round and leave other games
 * their half of the bank. Some 900 idle rounds at once make crash caps vanish; as a player can be in few rounds at
 * once, that takes ninety accounts.
 */
export function capOf({ bank, funds, limits }: Backing): Minor {
  if (isUnbacked({ bank, funds, limits })) return 0n;
  const half = (funds + 1n) / 2n;
  const spare = bank - (half > limits.floor ? half : limits.floor);
  // For a bank that holds its funding, twice the share of the spare half equals the share of the whole.
  const cap = (spare * 2n * limits.risk) / BASIS_POINTS;
  const most = largestLoss(bank, limits);
  return cap < most ? cap : most;
}
