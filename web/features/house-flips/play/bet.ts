import { STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import { formatMinor, type Minor } from "#domain/kernel/money.ts";
import { INVALID_BET, insufficientBalance } from "#web/features/house-flips/messages.ts";
import { readStake } from "#web/features/house-flips/play/read-stake.ts";
import { type Balances, balanceOf, type Side } from "#web/lib/stakes/stake.ts";

/** What a player wants to flip for. */
export interface Bet {
  readonly side: Side;
  readonly stake: Minor;
}

export const QUICK_BETS = ["10", "50", "100", "500"] as const;

/** A bet from what was entered, or why it is none. @param entered with the smallest stake, in minor units */
export function readBet(
  entered: { readonly text: string; readonly side: Side; readonly least?: Minor },
  balances: Balances,
): { readonly bet: Bet } | { readonly notice: { readonly title: string; readonly description: string } } {
  const stake = readStake(entered.text, entered.least);
  if (stake === null) return { notice: INVALID_BET };
  if (stake > balanceOf(balances, entered.side))
    return { notice: insufficientBalance(entered.side.toUpperCase()) };
  return { bet: { side: entered.side, stake } };
}

const written = (stake: Minor): string => formatMinor(stake).replace(/\.00$/, "");

/** Half of what was entered, rounded down, and never below the smallest stake. @example halved("25") // "12.50" */
export function halved(text: string): string {
  const stake = readStake(text);
  if (stake === null) return text;
  const half = stake / 2n;
  return written(half < STAKE_MIN ? STAKE_MIN : half);
}

/** Twice what was entered, or the whole balance where that is less. @example doubled("25", 100_00n) // "50" */
export function doubled(text: string, balance: Minor): string {
  const stake = readStake(text);
  if (stake === null) return text;
  return stake * 2n > balance ? allIn(balance) : written(stake * 2n);
}

/** The full balance to the cent. @example allIn(98765n) // "987.65" */
export const allIn = (balance: Minor): string => formatMinor(balance);
