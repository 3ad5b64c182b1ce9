import type { Account } from "../../accounts/account.ts";
import { invariant } from "../../kernel/invariant.ts";
import { BASIS_POINTS, type Minor, shareRoundedUp } from "../../kernel/money.ts";

/** What a creator has earned and not yet claimed. */
export const creatorShareAccount = (playerId: string): Account => `creator-share:${playerId}`;

/** Fractions of a minor unit are carried in parts of 10^-8: basis points of basis points. */
const SHARE_UNIT = BASIS_POINTS * BASIS_POINTS;

/** What a creator earns: the edge, less the part of it that the house keeps; both in basis points. */
export type ShareRates = { readonly edge: number; readonly housePart: number };

/** A share, and the fraction of a minor unit that the next one begins with, in parts of 10^-8. */
export interface Accrued {
  readonly share: Minor;
  readonly carried: string;
}

/**
 * The creator's share of a volume. Fractions are carried, so that the shares of any number of bets sum to
 * floor(volume x edge), to the minor unit.
 * @param carried by the bet before, in parts of 10^-8
 */
export function accrueShare(carried: string, volume: Minor, { edge, housePart }: ShareRates): Accrued {
  const before = BigInt(carried);
  invariant(before >= 0n && before < SHARE_UNIT, "what is carried is less than one minor unit");
  const sum = before + volume * BigInt(edge) * (BASIS_POINTS - BigInt(housePart));
  return { share: sum / SHARE_UNIT, carried: String(sum % SHARE_UNIT) };
}

/** The most that the share of a volume can be, whatever was carried: the edge, rounded up. */
export const shareAtMost = (volume: Minor, { edge }: Pick<ShareRates, "edge">): Minor =>
  shareRoundedUp(volume, BigInt(edge));
