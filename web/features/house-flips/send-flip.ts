import type { Bet } from "#web/features/house-flips/bet.ts";
import { type Answer, call, isOpen } from "#web/lib/api.ts";
import { stakeNumber } from "#web/lib/stake.ts";

/** The waits before a flip whose answer was lost is asked for again. */
export const ASK_AGAIN_AFTER_MS: readonly number[] = [500, 1000, 2000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a bet. The key makes it one bet however often it is sent, so that a lost answer is simply asked for again.
 * @throws the last error, when the answer was refused or lost for good
 */
export async function sendFlip({
  bet,
  key,
}: {
  bet: Bet;
  key: string;
}): Promise<Answer<"POST /games/coinflip">> {
  const body = { betAmount: stakeNumber(bet.stake), betSide: bet.side };
  for (const delay of ASK_AGAIN_AFTER_MS) {
    try {
      return await call("POST /games/coinflip", { body, idempotencyKey: key });
    } catch (error) {
      if (!isOpen(error)) throw error;
      await wait(delay);
    }
  }
  return call("POST /games/coinflip", { body, idempotencyKey: key });
}
