import { type Currency, isCurrency } from "../../accounts/account.ts";
import type { Decision } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import { depositor } from "./depositor.ts";
import { debtPaid } from "./events.ts";

const PLAYER = "player:";

/**
 * Pays a player's debts first, oldest first, from what a decision brings them. For everything that
 * pays a player who may have staked before they owed: settlements, refunds, deposits.
 */
export function withDebtsPaid<A extends JsonObject>(
  decision: Decision<A>,
  playerOf: (playerId: string) => Player,
): Decision<A> {
  if ("refused" in decision) return decision;
  const payments = [...incomeOf(decision.events)].flatMap(([playerId, income]) =>
    paymentsOf(playerId, playerOf(playerId), income),
  );
  return payments.length === 0 ? decision : { ...decision, events: [...decision.events, ...payments] };
}

type Income = Map<Currency, Minor>;

/** The change of each player's currencies by some events. */
function incomeOf(events: readonly NewEvent[]): ReadonlyMap<string, Income> {
  const incomes = new Map<string, Income>();
  for (const { account, asset, delta } of events.flatMap(({ postings }) => postings)) {
    if (!account.startsWith(PLAYER) || !isCurrency(asset)) continue;
    const playerId = account.slice(PLAYER.length);
    const income: Income = incomes.get(playerId) ?? new Map();
    incomes.set(playerId, income.set(asset, (income.get(asset) ?? 0n) + delta));
  }
  return incomes;
}

function paymentsOf(playerId: string, player: Player, income: Income): NewEvent[] {
  if (player.status === "absent") return [];
  return depositor.of(player).debts.flatMap(({ depositId, asset, amount }) => {
    const left = income.get(asset) ?? 0n;
    const paid = left < BigInt(amount) ? left : BigInt(amount);
    if (paid <= 0n) return [];
    income.set(asset, left - paid);
    return [debtPaid(playerId, { depositId, asset, amount: String(paid) })];
  });
}
