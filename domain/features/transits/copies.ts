import { house } from "../../accounts/account.ts";
import { type Copy, isCopy } from "../../accounts/item.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { PeerEvent } from "../../ledger/transit/peer-receipt.ts";
import {
  type AtLog,
  arriveInLog,
  type Departure,
  departureIn,
  leaveLog,
  originOf,
  type PlaceOfSingle,
} from "../../ledger/transit/transit.ts";
import { keepsInCustody } from "../deposits/custody.ts";
import type { Deposit } from "../deposits/deposit.ts";
import { custodyArrived, custodyEnded } from "../deposits/events.ts";
import { inventorySynced } from "../inventory/events.ts";
import { type Inventory, isSighted } from "../inventory/inventory.ts";
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

/** At whom the log that a copy arrives in has it on sight, as far as a look-up knew. */
export interface SightHere {
  readonly playerId: string;
  readonly inventory: Inventory;
  /** How many of the copy the player has free. */
  readonly held: bigint;
}

/**
 * Takes in what has left another log. A copy that a player here has on sight leaves them for it: the platform showed it
 * at them once, the other log had it in custody since, and they may never look again. A sight that is newer than the
 * departure contradicts it, and a copy that is staked has to be free first: both wait.
 */
export function arriveOutOfSight(
  proved: PeerEvent,
  { sight, ...at }: AtLog & { readonly place?: PlaceOfSingle; readonly sight: SightHere | null },
): Decision<{ readonly id: string }> {
  const departure = departureIn(proved);
  if (departure === null || sight === null) return arriveInLog(proved, at);
  const { id, asset } = departure;
  if (!isCopy(asset) || !isOldSight(sight, asset, proved.event.recordedAt)) return arriveInLog(proved, at);
  const decision = arriveInLog(proved, { ...at, place: "unknown" });
  if ("refused" in decision) return decision;
  const { playerId, inventory } = sight;
  const none = { credited: [], moved: [], confirmed: [], inPlay: [] };
  const found = { sync: id, listedAt: inventory.listedAt, complete: false, listed: 0, ...none };
  const gone = inventorySynced(playerId, { ...found, returned: [asset] });
  return { ...decision, events: [gone, ...decision.events] };
}

const isOldSight = ({ inventory, held }: SightHere, copy: Copy, leftAt: number): boolean =>
  held === 1n && isSighted(inventory, copy) && inventory.listedAt <= leftAt;

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
