import type { Bet } from "#web/features/house-flips/play/bet.ts";
import { type Answer, call } from "#web/lib/api/api.ts";
import { askAgain } from "#web/lib/api/ask-again.ts";
import { stakeNumber } from "#web/lib/stakes/stake.ts";

/**
 * Sends a bet. The key makes it one bet however often it is sent, so that a lost answer is simply asked for again.
 * @throws the last error, when the command was refused or its answer stayed lost
 */
export function sendFlip({ bet, key }: { bet: Bet; key: string }): Promise<Answer<"POST /games/coinflip">> {
  const body = { betAmount: stakeNumber(bet.stake), betSide: bet.side };
  return askAgain(() => call("POST /games/coinflip", { body, idempotencyKey: key }));
}
