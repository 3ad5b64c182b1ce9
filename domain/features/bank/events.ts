import type { NewEvent, StreamName } from "../../kernel/event.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Currency } from "../../ledger/account.ts";

export const bankStream: StreamName = "bank:main";

/** The house was given its bank, once, from `issuance`. */
export type BankFunded = NewEvent<"BankFunded", { readonly rbx: string; readonly tix: string }>;

/** What the house holds of a currency fell below the floor: no stakes against it until there is more. Minor units. */
export type BankFellBelowFloor = NewEvent<
  "BankFellBelowFloor",
  { readonly currency: Currency; readonly bank: string; readonly floor: string }
>;

/**
 * The event of a fall below the floor, for the decision that moves the bank there; none when it does not. So there is
 * one for each fall, however many bets are refused afterwards. It comes before the event that moves the bank.
 */
export function fallOfBank(
  currency: Currency,
  { before, after, floor }: { readonly before: Minor; readonly after: Minor; readonly floor: Minor },
): readonly BankFellBelowFloor[] {
  if (before < floor || after >= floor) return [];
  const payload = { currency, bank: String(after), floor: String(floor) };
  return [{ type: "BankFellBelowFloor", schemaVersion: 1, stream: bankStream, payload, postings: [] }];
}
