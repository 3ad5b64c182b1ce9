import { celebrate } from "#web/lib/effects/confetti.ts";
import { playSound } from "#web/lib/effects/sound.ts";

/** The result of a stake, in minor units. */
export interface Return {
  readonly stake: bigint;
  readonly payout: bigint;
}

/** The return where all is doubled or lost, such as items. */
export const doubleOrNothing = (won: boolean): Return => ({ stake: 1n, payout: won ? 2n : 0n });

/** A result's sound: a pay-out of the stake or less is no win. */
export function resultSound({ stake, payout }: Return): void {
  if (payout !== stake) playSound(payout > stake ? "win" : "lose");
}

/**
 * How a result sounds and looks. Only a pay-out above the stake is celebrated.
 * @returns a function that ends the celebration at once
 */
export function resultEffects(result: Return): () => void {
  resultSound(result);
  return result.payout > result.stake ? celebrate() : () => undefined;
}
