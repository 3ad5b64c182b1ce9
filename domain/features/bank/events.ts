import { z } from "zod";
import { type Currency, house, issuance } from "../../accounts/account.ts";
import { currency } from "../../accounts/payload.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent, type EventOf } from "../../kernel/events/event-definition.ts";
import { moneyMinorText } from "../../kernel/events/payload.ts";
import { formatMinor, type Minor } from "../../kernel/money.ts";
import { move } from "../../ledger/posting.ts";

export const bankStream: StreamName = "bank:main";

/** The house was given its bank, once, from `issuance`. */
export const bankFunded = defineEvent({
  type: "BankFunded",
  payload: z.strictObject({ rbx: moneyMinorText, tix: moneyMinorText }),
  record: (payload) => ({
    streams: [bankStream],
    payload,
    postings: [
      ...move({ from: issuance, to: house, asset: "RBX", amount: BigInt(payload.rbx) }),
      ...move({ from: issuance, to: house, asset: "TIX", amount: BigInt(payload.tix) }),
    ],
  }),
  example: [{ rbx: "1000000000", tix: "1000000000" }],
});

/** What the house holds of a currency is below the floor from now on: no stakes against it until there is more. */
export const bankFellBelowFloor = defineEvent({
  type: "BankFellBelowFloor",
  payload: z.strictObject({ currency, bank: moneyMinorText, floor: moneyMinorText }),
  record: (payload) => ({ streams: [bankStream], payload }),
  live: { everybody: ["stakes"] },
  notify: {
    to: "admins",
    type: "system",
    link: "/admin/settings",
    words: (payload) => {
      const [bank, floor] = [formatMinor(BigInt(payload.bank)), formatMinor(BigInt(payload.floor))];
      return {
        title: `${payload.currency} stakes against the house have stopped`,
        message: `The bank holds ${bank} ${payload.currency}, less than its floor of ${floor}. Stakes resume once it holds that much.`,
      };
    },
  },
  example: [{ currency: "RBX", bank: "99999", floor: "100000" }],
});

/**
 * The event of a fall below the floor, for the decision that moves the bank there; none when it does not. So there is
 * one for each fall, however many bets are refused afterwards. It comes before the event that moves the bank.
 */
export function fallOfBank(
  currency: Currency,
  { before, after, floor }: { readonly before: Minor; readonly after: Minor; readonly floor: Minor },
): readonly EventOf<typeof bankFellBelowFloor>[] {
  if (before < floor || after >= floor) return [];
  return [bankFellBelowFloor({ currency, bank: String(after), floor: String(floor) })];
}

/** The event of a floor that is raised above the bank, which stops stakes as a fall of the bank does. */
export function stopOfBank(
  currency: Currency,
  { bank, from, to }: { readonly bank: Minor; readonly from: Minor; readonly to: Minor },
): readonly EventOf<typeof bankFellBelowFloor>[] {
  if (bank < from || bank >= to) return [];
  return [bankFellBelowFloor({ currency, bank: String(bank), floor: String(to) })];
}
