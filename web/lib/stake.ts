import { STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import { formatMinor, type Minor, parseMinor } from "#domain/kernel/money.ts";
import { readMoney } from "#web/lib/format.ts";

export type Side = "rbx" | "tix";

/** The balances as an answer carries them. */
export interface Balances {
  readonly rbxBalance: string;
  readonly tixBalance: string;
}

/** What a player holds of a side's currency. */
export const balanceOf = (balances: Balances, side: Side): Minor =>
  readMoney(side === "rbx" ? balances.rbxBalance : balances.tixBalance);

/** The stake that a text in the bet input stands for, null when it is none. */
export function readStake(text: string): Minor | null {
  const stake = parseMinor(text.trim());
  return stake !== null && stake >= STAKE_MIN ? stake : null;
}

/** A stake as the JSON number that the contract takes: its text has two decimals at most. */
export const stakeNumber = (stake: Minor): number => Number(formatMinor(stake));

/** The face that a player leaves to the other. */
export const otherSide = (side: Side): Side => (side === "rbx" ? "tix" : "rbx");
