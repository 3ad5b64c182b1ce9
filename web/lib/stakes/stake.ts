import { formatMinor, type Minor, parseMinor } from "#domain/kernel/money.ts";
import { money, readMoney, ruleMoney } from "#web/lib/format.ts";

export type Side = "rbx" | "tix";

/** The balances as an answer carries them. */
export interface Balances {
  readonly rbxBalance: string;
  readonly tixBalance: string;
}

/** What a player holds of a side's currency. */
export const balanceOf = (balances: Balances, side: Side): Minor =>
  readMoney(side === "rbx" ? balances.rbxBalance : balances.tixBalance);

/** The limits of a stake. */
export interface StakeBounds {
  readonly currency: string;
  /** What the player has of it. */
  readonly balance: Minor;
  readonly least: Minor;
  /** The largest stake taken now, zero while none is; null while that is not known. */
  readonly most: Minor | null;
}

/** Why a text in a bet input is no stake, in a sentence; null when it is one, and while nothing is entered. */
export function stakeReason(text: string, { currency, balance, least, most }: StakeBounds): string | null {
  if (text.trim() === "") return null;
  const stake = parseMinor(text.trim());
  if (stake === null) return "Enter an amount with at most two decimals.";
  if (stake < least) return `The minimum bet is ${ruleMoney(least)} ${currency}.`;
  if (most === 0n) return `No ${currency} bets are taken at the moment.`;
  if (most !== null && stake > most)
    return `The maximum bet is ${ruleMoney(most)} ${currency} at the moment.`;
  return stake > balance ? `You have ${money(balance)} ${currency}.` : null;
}

/** Whether nothing is entered, or nothing but zero. */
export const isNothing = (text: string): boolean => (parseMinor(text.trim()) ?? 0n) === 0n;

/** A stake as the JSON number that the contract takes: its text has two decimals at most. */
export const stakeNumber = (stake: Minor): number => Number(formatMinor(stake));
