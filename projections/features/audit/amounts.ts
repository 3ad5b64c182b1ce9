import { isMoney } from "#domain/accounts/account.ts";
import { LEGS_SHOWN_MAX } from "#domain/features/audit/rules.ts";
import type { Row } from "../../kernel/sql.ts";
import { moneyOf } from "../../kernel/values.ts";

/** An amount as answers carry it: money as text with two decimals, copies of items as integers. */
export const amountOf = (asset: string, amount: bigint): string | number =>
  isMoney(asset) ? moneyOf(amount) : Number(amount);

/** The postings of an event as its row has them, leg by leg. */
export interface LegColumns extends Row {
  readonly accounts: readonly string[];
  readonly assets: readonly string[];
  readonly deltas: readonly bigint[];
}

/** One leg of an event, as answers carry it. */
export interface ShownLeg {
  readonly leg: number;
  readonly account: string;
  readonly asset: string;
  readonly delta: string | number;
}

/** The first legs of an event. @param except a leg that is left out */
export function legsShown({ accounts, assets, deltas }: LegColumns, except?: number): ShownLeg[] {
  const legs: ShownLeg[] = [];
  for (let leg = 0; leg < accounts.length && legs.length < LEGS_SHOWN_MAX; leg += 1) {
    if (leg === except) continue;
    const asset = assets[leg] ?? "";
    legs.push({ leg, account: accounts[leg] ?? "", asset, delta: amountOf(asset, deltas[leg] ?? 0n) });
  }
  return legs;
}
