import { celebrate } from "#web/lib/confetti.ts";
import { playSound } from "#web/lib/sound.ts";

/**
 * How a result sounds and looks. Only a pay-out above the stake is celebrated: what gives back the stake or less is no
 * win, whatever it is called. Amounts in minor units.
 * @returns a function that ends the celebration at once
 */
export function resultEffects({
  stake,
  payout,
}: {
  readonly stake: bigint;
  readonly payout: bigint;
}): () => void {
  if (payout > stake) {
    playSound("win");
    return celebrate();
  }
  if (payout < stake) playSound("lose");
  return () => undefined;
}
