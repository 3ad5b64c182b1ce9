import { house } from "../../accounts/account.ts";
import { type Copy, isCopy } from "../../accounts/item.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { type AtLog, type Departure, leaveLog, originOf } from "../../ledger/transit/transit.ts";
import { keepsInCustody } from "../deposits/custody.ts";
import type { Deposit } from "../deposits/deposit.ts";
import { custodyArrived, custodyEnded } from "../deposits/events.ts";
import { type Actor, refusalOfActor } from "../roles/admin.ts";

/** A copy of the house's, on its way to the house of another log. */
export interface SendCopy {
  readonly id: string;
  /** The number of the other log. */
  readonly to: number;
  readonly copy: Copy;
  /** Says where to look: the deposit itself decides. */
  readonly depositId: string;
  /** The copy's number as the platform last told it; null where it told none. */
  readonly serial: number | null;
}

/** What sending stands on: who sends, what keeps the copy in custody, and how many of it the house holds. */
export interface SendCopyContext extends AtLog {
  readonly actor: Actor;
  readonly peers: ReadonlySet<number>;
  readonly deposit: Deposit;
  readonly held: bigint;
}

/**
 * Sends a copy to another log. Its custody ends here with its departure, and begins there with its arrival: a copy on
 * sight alone stays, for the platform may show it to players of every log.
 */
export function sendCopy(command: SendCopy, context: SendCopyContext): Decision<{ readonly id: string }> {
  const refusal = refusalOfActor(context.actor);
  if (refusal !== null) return { refused: refusal };
  const { id, to, copy, depositId, serial } = command;
  if (context.held !== 1n) return refuse("copies_not_free", "The house does not have this item.");
  if (!keepsInCustody(context.deposit, copy))
    return refuse("not_in_custody", "We do not hold this item: only items in custody go to other logs.");
  const origin = { custody: depositId, serial };
  const left = leaveLog({ id, to, sender: house, receiver: house, asset: copy, amount: 1n, origin }, context);
  if ("refused" in left) return left;
  return accept([custodyEnded({ depositId, copy }), ...left.events], { id });
}

/** An arrival as it is decided, with what it is of. */
export interface ArrivingCopy<A extends { readonly id: string }> {
  readonly departure: Departure;
  /** The number of the log that it comes from. */
  readonly log: number;
  readonly decision: Decision<A>;
}

/** Takes a copy into custody as it arrives, as its departure tells. Arrivals of currencies are left as they are. */
export function withCustody<A extends { readonly id: string }>({
  departure,
  log,
  decision,
}: ArrivingCopy<A>): Decision<A> {
  const { asset, id } = departure;
  const origin = originOf(departure);
  if ("refused" in decision || origin === null || !isCopy(asset)) return decision;
  const { custody, serial } = origin;
  const arrived = custodyArrived({ copy: asset, depositId: id, log, custodyId: custody, serial });
  return { ...decision, events: [...decision.events, arrived] };
}
