import { type Currency, house } from "../../accounts/account.ts";
import { type Decision, refuse } from "../../kernel/decision.ts";
import { formatMinor, groupedMinor, type Minor } from "../../kernel/money.ts";
import { type AtLog, leaveLog } from "../../ledger/transit/transit.ts";
import type { BankLimits } from "../bank/rules.ts";
import { type Actor, refusalOfActor } from "../roles/admin.ts";

/** Part of this log's bank, on its way to the bank of another log. */
export interface SendBank {
  readonly id: string;
  /** The number of the other log. */
  readonly to: number;
  readonly currency: Currency;
  /** Minor units. */
  readonly amount: Minor;
}

/** What sending depends on: who sends, what the bank holds, and what it has to keep. */
export interface SendContext extends AtLog {
  readonly actor: Actor;
  readonly peers: ReadonlySet<number>;
  readonly bank: Minor;
  readonly limits: Pick<BankLimits, "floor">;
}

/** Sends part of the bank to another log, if this one can go on taking stakes. */
export function sendBank(command: SendBank, context: SendContext): Decision<{ readonly id: string }> {
  const refusal = refusalOfActor(context.actor);
  if (refusal !== null) return { refused: refusal };
  const { id, to, currency, amount } = command;
  const { bank, limits } = context;
  if (amount > 0n && bank - amount < limits.floor) {
    const free = bank > limits.floor ? bank - limits.floor : 0n;
    const detail = `The bank has to keep ${groupedMinor(limits.floor)} ${currency}, so at most ${groupedMinor(free)} can be sent.`;
    return refuse("bank_limit", detail, { most: formatMinor(free) });
  }
  const leave = { id, to, sender: house, receiver: house, asset: currency, amount };
  return leaveLog(leave, { ...context, held: bank });
}
