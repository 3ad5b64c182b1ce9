import { dollars } from "../../accounts/dollars.ts";
import { accept, type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { Minor } from "../../kernel/money.ts";
import type { Player, RegisteredPlayer } from "../../player/player.ts";
import { refusalOfOwing } from "../deposits/depositor.ts";
import { unknownOf } from "../roles/review.ts";
import { refusalOfSuspended, standing } from "../roles/standing.ts";
import type { AskedCashout, Cashout } from "./cashout.ts";
import { cashouter } from "./cashouter.ts";
import { cashoutCancelled, cashoutRequested } from "./events.ts";
import { CASHOUT_LEAST, CASHOUT_MOST, cashoutTermsOf, OPEN_CASHOUTS_MAX } from "./rules.ts";

export interface RequestCashout {
  readonly cashoutId: string;
  readonly playerId: string;
  /** Cents. */
  readonly amount: Minor;
  /** What the address is called: the same for the same address of the same player. */
  readonly targetId: string;
}

/** The player to be paid, as of the head; amounts in cents. */
export interface Payee {
  readonly player: Player;
  readonly has: Minor;
  /** What the player owes in dollars. */
  readonly owes: Minor;
}

export interface RequestContext extends Payee {
  readonly at: number;
  /** Whether cash-outs are taken and paid at the moment. */
  readonly isOpen: boolean;
  /** How long an address has to be known, in milliseconds. */
  readonly addressMs: number;
}

type Answer = { readonly id: string };

export const PAYOUTS_CLOSED: Refusal = {
  code: "payouts_closed",
  detail: "Cash-outs are closed at the moment. Your balance is not touched.",
};

/** Why a player gets no pay-outs; null if they may. Self-excluded players may take their money out. */
export function refusalOfPayee(player: RegisteredPlayer, owes: Minor): Refusal | null {
  return refusalOfSuspended(standing.of(player)) ?? refusalOfOwing(player, owes, "cash out");
}

/** Requests a payout in dollars. The amount is held at once, on fixed terms. */
export function requestCashout(command: RequestCashout, context: RequestContext): Decision<Answer> {
  const { cashoutId, playerId, amount, targetId } = command;
  const { at, player, has, owes, isOpen } = context;
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  if (!isOpen) return { refused: PAYOUTS_CLOSED };
  const bar = refusalOfPayee(player, owes);
  if (bar !== null) return { refused: bar };
  if (amount < CASHOUT_LEAST || amount > CASHOUT_MOST) {
    const detail = `A cash-out is of ${dollars(CASHOUT_LEAST)} to ${dollars(CASHOUT_MOST)}.`;
    return refuse("amount_out_of_range", detail);
  }
  const { open, targets } = cashouter.of(player);
  if (open.length >= OPEN_CASHOUTS_MAX)
    return refuse("too_many_open", `${OPEN_CASHOUTS_MAX} of your cash-outs are already under way.`);
  if (has < amount) return refuse("insufficient_balance", `You have ${dollars(has)} to cash out.`);
  const known = targets.find((target) => target.targetId === targetId);
  const fees = String(cashoutTermsOf(amount).fees);
  const knownSince = known?.since ?? at;
  const payableFrom = knownSince + context.addressMs;
  const asked = { amount: String(amount), fees, targetId, knownSince, payableFrom };
  return accept([cashoutRequested({ cashoutId, playerId, ...asked })], { id: cashoutId });
}

/** What is returned to a player, and how much of it pays a debt. @param owes in cents */
export const backOf = ({ playerId, amount }: AskedCashout, owes: Minor) => {
  const debt = owes < BigInt(amount) ? owes : BigInt(amount);
  return { playerId, amount, debtPaid: String(debt > 0n ? debt : 0n) };
};

/** Cancels a cash-out, as its player may until it is approved. Another player's looks like none. */
export function cancelCashout(
  { cashoutId, playerId }: Pick<RequestCashout, "cashoutId" | "playerId">,
  { cashout, owes }: { readonly cashout: Cashout; readonly owes: Minor },
): Decision<Answer> {
  if (cashout.status === "absent" || cashout.playerId !== playerId) return { refused: unknownOf("cash-out") };
  if (cashout.status !== "pending")
    return refuse("not_pending", `This cash-out is already ${cashout.status}.`);
  return accept([cashoutCancelled({ cashoutId, ...backOf(cashout, owes) })], { id: cashoutId });
}
