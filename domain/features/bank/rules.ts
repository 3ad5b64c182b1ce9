import type { Currency } from "../../accounts/account.ts";
import type { Refusal } from "../../kernel/decision.ts";
import { BASIS_POINTS, formatMinor, groupedMinor, type Minor, minor } from "../../kernel/money.ts";

/** One bet may cost the house at most this share of its bank in that currency, in basis points. */
export const BANK_RISK = 100n;
/** Admins may set that share up to this: with more, a few bets could empty the bank. */
export const BANK_RISK_MOST = 1_000n;
/** Below this the house takes no stakes in that currency. */
export const BANK_FLOOR: Minor = minor("100000.00");

/** What limits bets against the house: a share of the bank in basis points, and the least bank in minor units. */
export interface BankLimits {
  readonly risk: bigint;
  readonly floor: Minor;
}

/** A stake against the house: the share of it in basis points that a win costs the house, rounded down to a cent. */
export interface HouseStake {
  readonly stake: Minor;
  readonly lossShare: bigint;
}

/** What a win costs the house at most, in minor units. */
export const lossOf = ({ stake, lossShare }: HouseStake): Minor => (stake * lossShare) / BASIS_POINTS;

/** Whether the bank is too low for any stake. @param bank what `house` holds of the currency */
export const isStopped = (bank: Minor, { floor }: BankLimits): boolean => bank <= 0n || bank < floor;

/** The most that one bet may cost the house. */
export const largestLoss = (bank: Minor, limits: BankLimits): Minor =>
  isStopped(bank, limits) ? 0n : (bank * limits.risk) / BASIS_POINTS;

/** What determines the largest stake against the house. */
export interface StakeLimits {
  readonly lossShare: bigint;
  readonly limits: BankLimits;
  /** The largest stake by every other rule, in minor units. */
  readonly stakeMax: Minor;
}

/** The largest stake that the house takes, in minor units. @param bank what `house` holds of the currency */
export function largestStake(bank: Minor, { lossShare, limits, stakeMax }: StakeLimits): Minor {
  if (isStopped(bank, limits)) return 0n;
  // The largest stake whose loss, rounded down, is below the largest loss + 1.
  const carried = ((largestLoss(bank, limits) + 1n) * BASIS_POINTS - 1n) / lossShare;
  if (carried > stakeMax) return stakeMax;
  return carried;
}

/** The limits of a bet against the house. */
export interface BankContext {
  /** What `house` holds of the currency as of the head, in minor units. */
  readonly bank: Minor;
  readonly limits: BankLimits;
  readonly currency: Currency;
  /** The largest stake by every other rule, in minor units. */
  readonly stakeMax: Minor;
}

/** Why the bank does not carry a bet; null when it does. */
export function refusalOfBank(bet: HouseStake, context: BankContext): Refusal | null {
  const { bank, limits, currency, stakeMax } = context;
  if (!isStopped(bank, limits) && lossOf(bet) <= largestLoss(bank, limits)) return null;
  const most = largestStake(bank, { lossShare: bet.lossShare, limits, stakeMax });
  const detail =
    most === 0n
      ? `The house takes no ${currency} stakes at the moment: the largest is 0.00.`
      : `The largest ${currency} stake the house takes at the moment is ${groupedMinor(most)}.`;
  return { code: "bank_limit", detail, facts: { largestStake: formatMinor(most) } };
}
