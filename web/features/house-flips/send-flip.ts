import { formatMinor } from "#domain/kernel/money.ts";
import type { Bet } from "#web/features/house-flips/bet.ts";
import { type Answer, ApiError, call, isConnectionLost } from "#web/lib/api.ts";

/** The waits before a flip whose answer was lost is asked for again. */
export const ASK_AGAIN_AFTER_MS: readonly number[] = [500, 1000, 2000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether an error leaves open what came of the bet; the server says with Retry-After that it does not know either. */
export const isOpen = (error: unknown): boolean =>
  isConnectionLost(error) ||
  (error instanceof ApiError && error.status === 503 && error.retryAfterMs !== null);

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
  // The contract takes the amount as the JSON number whose text has at most two decimals.
  const body = { betAmount: Number(formatMinor(bet.stake)), betSide: bet.side };
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
