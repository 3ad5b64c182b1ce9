import { house } from "../../accounts/account.ts";
import { type Copy, isCopy } from "../../accounts/item.ts";
import { copyName } from "../../accounts/payload.ts";
import { type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { PeerEvent } from "../../ledger/transit/peer-receipt.ts";
import { isTransitId, type SentThing, UNNAMED_DEPARTURE } from "../../ledger/transit/single.ts";
import {
  type AtLog,
  arriveInLog,
  departureIn,
  type Leave,
  leaveTogether,
  type Transit,
  type WhereSingle,
} from "../../ledger/transit/transit.ts";
import { cameIn, type Departure, thingsOf, transitArrived } from "../../ledger/transit/transit-events.ts";
import { keepsInCustody } from "../deposits/custody.ts";
import type { Deposit } from "../deposits/deposit.ts";
import { custodyArrived, custodyEnded } from "../deposits/events.ts";
import { inventorySynced } from "../inventory/events.ts";
import { type Inventory, isSighted } from "../inventory/inventory.ts";
import { type Actor, refusalOfActor } from "../roles/admin.ts";

/** A copy, and what keeps it in custody. */
export interface KeptCopy {
  readonly copy: Copy;
  /** Only a hint: the deposit itself decides. */
  readonly depositId: string;
  /** The copy's number as the platform last told it; null where it told none. */
  readonly serial: number | null;
}

/** What the departure of copies depends on. */
export interface LeavingCopies extends AtLog {
  readonly peers: ReadonlySet<number>;
  /** How many of a copy the sender holds. */
  readonly holding: (copy: Copy) => bigint;
}

/** Sends copies that are in custody to another log together: custody of each ends with their departure. */
export function leaveKept(
  kept: readonly KeptCopy[],
  leave: Leave,
  context: LeavingCopies,
): Decision<{ readonly id: string }> {
  const things = kept.map(({ copy, depositId, serial }) => ({
    asset: copy,
    origin: { custody: depositId, serial },
  }));
  const holding = (asset: string): bigint => (isCopy(asset) ? context.holding(asset) : 0n);
  const left = leaveTogether({ ...leave, things }, { ...context, holding });
  if ("refused" in left) return left;
  const ended = kept.map(({ copy, depositId }) => custodyEnded({ depositId, copy }));
  return { ...left, events: [...ended, ...left.events] };
}

/** The same for copies believed in custody: one on sight only stays, since any log's player may show it. */
export function sendKept(
  kept: readonly KeptCopy[],
  leave: Leave,
  context: LeavingCopies & { readonly depositOf: (depositId: string) => Deposit },
): Decision<{ readonly id: string }> {
  const onSight = kept.find(({ copy, depositId }) => !keepsInCustody(context.depositOf(depositId), copy));
  if (onSight !== undefined)
    return refuse("not_in_custody", "We do not hold this item: only items in custody can go to other logs.");
  return leaveKept(kept, leave, context);
}

/** A copy of the house's, on its way to the house of another log. */
export interface SendCopy extends KeptCopy {
  readonly id: string;
  /** The number of the other log. */
  readonly to: number;
}

/** What sending depends on: who sends, what keeps the copy in custody, and how many of it the house holds. */
export interface SendCopyContext extends AtLog {
  readonly actor: Actor;
  readonly peers: ReadonlySet<number>;
  readonly deposit: Deposit;
  readonly held: bigint;
}

/** Sends a copy of the house's to the house of another log. */
export function sendCopy(command: SendCopy, context: SendCopyContext): Decision<{ readonly id: string }> {
  const refusal = refusalOfActor(context.actor);
  if (refusal !== null) return { refused: refusal };
  const { id, to } = command;
  const { held, deposit } = context;
  if (held !== 1n) return refuse("copies_not_free", "The house does not have this item.");
  const leave = { id, to, sender: house, receiver: house };
  return sendKept([command], leave, { ...context, depositOf: () => deposit, holding: () => held });
}

/** At whom the receiving log has the copy on sight, as far as a look-up knew. */
export interface SightHere {
  readonly playerId: string;
  readonly inventory: Inventory;
  /** How many of the copy the player has free. */
  readonly held: bigint;
}

/** Where copies are that arrive. */
export interface ArrivingAt extends AtLog {
  readonly whereIs: (copy: string) => WhereSingle;
  readonly sightOf: (copy: Copy) => SightHere | null;
}

/**
 * Accepts an arrival from another log. A copy that a player here has on sight leaves them: the platform showed it there
 * once, the other log has had it in custody since, and the player may never sync again. A sighting newer than the
 * departure contradicts it, and a staked copy has to be free first: both make the arrival wait.
 */
export function arriveOutOfSight(
  proved: PeerEvent,
  { sightOf, whereIs, ...at }: ArrivingAt,
): Decision<{ readonly id: string }> {
  const departure = departureIn(proved);
  const things = departure === null ? [] : thingsOf(departure);
  const copies = copiesOf(things);
  if (copies.length < things.length)
    return refuse("unknown_asset", "It contains something this log does not know.");
  const old = new Map<Copy, SightHere>();
  for (const copy of copies) {
    const sight = sightOf(copy);
    if (sight !== null && isOldSight(sight, copy, proved.event.recordedAt)) old.set(copy, sight);
  }
  const decision = arriveInLog(proved, {
    ...at,
    whereIs: (asset) => (isCopy(asset) && old.has(asset) ? { place: "unknown", last: null } : whereIs(asset)),
  });
  if ("refused" in decision || departure === null) return decision;
  return { ...decision, events: [...outOfSight(departure.id, old), ...decision.events] };
}

/** The copies among single things, each by a name that the platform may give. */
const copiesOf = (things: readonly SentThing[]): readonly Copy[] =>
  things.flatMap(({ asset }) => (isCopy(asset) && copyName.safeParse(asset).success ? [asset] : []));

function outOfSight(sync: string, old: ReadonlyMap<Copy, SightHere>): readonly NewEvent[] {
  const players = new Map([...old.values()].map(({ playerId, inventory }) => [playerId, inventory]));
  const none = { complete: false, listed: 0, credited: [], moved: [], confirmed: [], inPlay: [] };
  return [...players].map(([playerId, { listedAt }]) => {
    const returned = [...old].flatMap(([copy, sight]) => (sight.playerId === playerId ? [copy] : []));
    return inventorySynced(playerId, { sync, listedAt, ...none, returned });
  });
}

const isOldSight = ({ inventory, held }: SightHere, copy: Copy, leftAt: number): boolean =>
  held === 1n && isSighted(inventory, copy) && inventory.listedAt <= leftAt;

/** An arrival as it is decided, with what it is of. */
export interface ArrivingCopies<A extends { readonly id: string }> {
  readonly departure: Departure;
  /** The number of the log that it comes from. */
  readonly log: number;
  readonly decision: Decision<A>;
  readonly ground: HomeGround;
}

/** What tells whether a copy comes home. */
export interface HomeGround {
  readonly transitOf: (id: string) => Transit;
  readonly depositOf: (depositId: string) => Deposit;
}

/**
 * The deposit of this log by which a copy first came in, however often it has left since; null for one deposited
 * elsewhere. Its depositor answers for it here.
 * @param back the departure by which it had left last
 */
function homeOf(copy: Copy, back: string | null, { transitOf, depositOf }: HomeGround): string | null {
  if (back === null || back === UNNAMED_DEPARTURE) return null;
  const transit = transitOf(back);
  const things = transit.is === "closed" ? thingsOf(transit.departure) : [];
  const custody = things.find(({ asset }) => asset === copy)?.origin.custody ?? null;
  if (custody === null || !isTransitId(custody)) return custody;
  const before = depositOf(custody);
  if (before.status !== "arrived") return null;
  return before.homes.find((one) => one.copy === copy)?.depositId ?? null;
}

/** Takes arriving copies into custody, each as its departure says. Nothing follows an arrival of a currency. */
export function withCustody<A extends { readonly id: string }>({
  departure,
  log,
  decision,
  ground,
}: ArrivingCopies<A>): Decision<A> {
  if ("refused" in decision) return decision;
  const { id: depositId } = departure;
  const arrival = decision.events.find(transitArrived.is);
  const backs = new Map(
    arrival === undefined ? [] : cameIn(arrival.payload).map(({ asset, back }) => [asset, back] as const),
  );
  const taken = keptByArrival(departure).map(({ copy, serial, custodyId }) => {
    const homeId = homeOf(copy, backs.get(copy) ?? null, ground);
    return custodyArrived({ copy, depositId, log, custodyId, serial, homeId });
  });
  return { ...decision, events: [...decision.events, ...taken] };
}

/** What keeps copies from a transit in custody here, and what did so in the log they come from. */
export const keptByArrival = (departure: Departure): readonly (KeptCopy & { readonly custodyId: string })[] =>
  thingsOf(departure).flatMap(({ asset, origin: { custody: custodyId, serial } }) =>
    isCopy(asset) ? [{ copy: asset, depositId: departure.id, serial, custodyId }] : [],
  );
