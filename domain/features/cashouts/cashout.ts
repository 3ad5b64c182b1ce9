import type { NewEvent } from "../../kernel/events/event.ts";
import type { StreamKind, StreamRead } from "../../kernel/events/stream-kind.ts";
import type { Minor } from "../../kernel/money.ts";
import { cashoutStream, isCashoutEvent } from "./events.ts";
import type { CashoutStatus } from "./rules.ts";

/** What the log says of a cash-out, as far as a decision needs it. */
export type Cashout = { readonly status: "absent" } | AskedCashout;

/** Amounts are cents, as text. */
export type AskedCashout = {
  readonly status: CashoutStatus;
  readonly playerId: string;
  readonly amount: string;
  readonly fees: string;
  readonly targetId: string;
  /** From when on it can be approved, in milliseconds. */
  readonly payableFrom: number;
  /** The admin reviewing it, and until when in milliseconds. */
  readonly claim: { readonly by: string; readonly until: number } | null;
  /** The first approval of two. */
  readonly first: { readonly by: string } | null;
  /** What the provider kept, as far as it is booked. */
  readonly providerFee: string;
};

function evolveCashout(cashout: Cashout, event: NewEvent): Cashout {
  if (!isCashoutEvent(event)) return cashout;
  if (event.type === "CashoutRequested") {
    const { playerId, amount, fees, targetId, payableFrom } = event.payload;
    const asked = { playerId, amount, fees, targetId, payableFrom };
    return { status: "pending", ...asked, claim: null, first: null, providerFee: "0" };
  }
  if (cashout.status === "absent") return cashout;
  switch (event.type) {
    case "CashoutClaimed":
      return { ...cashout, claim: { by: event.payload.by, until: event.payload.until } };
    case "CashoutFirstApproved":
      return { ...cashout, claim: null, first: { by: event.payload.by } };
    case "CashoutApproved":
      return { ...cashout, status: "approved" };
    case "CashoutRejected":
      return { ...cashout, status: "rejected" };
    case "CashoutCancelled":
      return { ...cashout, status: "cancelled" };
    case "CashoutBegun":
      return { ...cashout, status: "processing" };
    case "CashoutPaid":
      return { ...cashout, status: "paid", providerFee: event.payload.providerFee };
    case "CashoutFailed":
    case "CashoutReversed": {
      const providerFee = String(BigInt(cashout.providerFee) + BigInt(event.payload.providerFee));
      return { ...cashout, status: "failed", providerFee };
    }
  }
}

/** What left for a cash-out as it is booked, in cents. */
export function leftFor(cashout: Cashout): { readonly payout: Minor; readonly fee: Minor } {
  if (cashout.status === "absent") return { payout: 0n, fee: 0n };
  const { status, amount, fees, providerFee } = cashout;
  return { payout: status === "paid" ? BigInt(amount) - BigInt(fees) : 0n, fee: BigInt(providerFee) };
}

export const cashoutStreamKind: StreamKind<Cashout> = {
  kind: "cashout",
  foldVersion: 2,
  initial: { status: "absent" },
  evolve: evolveCashout,
};

/** The stream of a cash-out. */
export const readOfCashout = (cashoutId: string): StreamRead<Cashout> => ({
  kind: cashoutStreamKind,
  name: cashoutStream(cashoutId),
});
