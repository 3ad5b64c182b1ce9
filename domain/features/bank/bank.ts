import type { Currency } from "../../accounts/account.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { type Minor, minor } from "../../kernel/money.ts";
import { bankFunded } from "./events.ts";

/** The first start gives the house this much of each currency, unless a setting says otherwise. */
export const BANK_FUNDS: Minor = minor("10000000.00");

/** What the first start gave the bank of each currency, in minor units as text. */
export type Bank =
  | { readonly status: "unfunded" }
  | { readonly status: "funded"; readonly funds: { readonly RBX: string; readonly TIX: string } };
const initialBank: Bank = { status: "unfunded" };
/** Follows the bank's stream. */
const evolveBank = (bank: Bank, event: RecordedEvent): Bank =>
  bankFunded.is(event)
    ? { status: "funded", funds: { RBX: event.payload.rbx, TIX: event.payload.tix } }
    : bank;

/** What the bank was funded with of a currency, in minor units; nothing before it was. */
export const fundsOf = (bank: Bank, currency: Currency): Minor =>
  bank.status === "funded" ? BigInt(bank.funds[currency]) : 0n;

/** Funds the house's bank with an amount of each currency, in minor units; refused when it was done before. */
export function fundBank(funds: Minor, bank: Bank): Decision<{ readonly funded: true }> {
  if (bank.status === "funded") return refuse("already_funded", "The bank already has its funds.");
  const amount = String(funds);
  return accept([bankFunded({ rbx: amount, tix: amount })], { funded: true });
}

/** How this state follows its stream. */
export const bankStreamKind: StreamKind<Bank> = {
  kind: "bank",
  foldVersion: 2,
  initial: initialBank,
  evolve: evolveBank,
};
