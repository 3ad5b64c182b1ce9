import { house, playerAccount } from "#domain/accounts/account.ts";
import { custodyArrived, custodyEnded } from "#domain/features/deposits/events.ts";
import { QUANTITY_MAX } from "#domain/features/deposits/rules.ts";
import { keptByArrival } from "#domain/features/transits/copies.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { isTransitId, sourceOf, THINGS_MAX, UNNAMED_DEPARTURE } from "#domain/ledger/transit/single.ts";
import { knownGone, type Transit } from "#domain/ledger/transit/transit.ts";
import {
  type Arrival,
  cameIn,
  thingGone,
  thingGoneKnown,
  thingGoneTold,
  thingsOf,
  transitArrived,
  transitClosed,
  transitLeft,
} from "#domain/ledger/transit/transit-events.ts";
import { guestIdOf } from "#domain/player/guest.ts";
import { expectAsTold, isSameJson } from "#service/ledger/verifier/as-told.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";
import { shownBy } from "./shown-by.ts";

/** Where stakes of games between logs leave from and arrive: escrows and guests. */
const OF_GAMES = new RegExp(`^(?:escrow:|${playerAccount(guestIdOf(""))})`);
/**
 * Maximum events that an event may depend on: for a departure, an end of custody for each copy; for a report of a gone
 * copy, the ends and reports of all copies of a deposit, and its reversal.
 */
const BEFORE_MAX = Math.max(THINGS_MAX, 2 * QUANTITY_MAX + 1);

const NOT_TOLD = "A copy is recorded as gone, but not reported to the log it came from.";
const NOT_TAKEN = "A copy from another log was not taken into custody as its departure says.";

const namesOf = (things: readonly { readonly asset: string }[]): string =>
  things.map(({ asset }) => asset).join(" ");

/** The custody due for copies that arrived, in order. */
function dueFor(arrival: Arrival, position: number, homeOf: (copy: string) => string | null): JsonObject[] {
  const things = cameIn(arrival);
  if (things.length === 0) return [];
  const { id, receipt, receiver } = arrival;
  const departure = shownBy(receipt, transitLeft);
  const isSame =
    departure !== null &&
    namesOf(thingsOf(departure)) === namesOf(things) &&
    departure.id === id &&
    departure.receiver === receiver;
  expectAt(position, isSame, () => "A copy arrived with a receipt that does not show it.");
  const log = sourceOf(id);
  return keptByArrival(departure).map((kept) => ({ ...kept, log, homeId: homeOf(kept.copy) }));
}

/** Whether a copy is taken into custody as due. The first version did not record whether it had come home. */
function isTakenAs(
  { payload, schemaVersion }: RecordedEvent & EventOf<typeof custodyArrived>,
  due: JsonObject,
) {
  return isSameJson(payload, schemaVersion === 1 ? { ...due, homeId: null } : due);
}

/** The ends of custody of the newest withdrawal or reversal. */
function endsJust(before: readonly RecordedEvent[]): readonly EventOf<typeof custodyEnded>["payload"][] {
  // Skips the reports so far and the one event that the custody ended for, which another check verifies.
  const last = before.findLastIndex((event) => !thingGone.is(event));
  const first = before.findLastIndex((event, at) => at < last && !custodyEnded.is(event));
  return before
    .slice(first + 1, Math.max(last, 0))
    .flatMap((event) => (custodyEnded.is(event) ? [event.payload] : []));
}

/** Checks that an arrival names the departures that it ends, which only the first version did not. */
function expectNamed(event: RecordedEvent & EventOf<typeof transitArrived>): void {
  const isNamed = cameIn(event.payload).every(({ back }) => back !== UNNAMED_DEPARTURE);
  const isSaid = isNamed || event.schemaVersion === 1;
  expectAt(event.position, isSaid, () => "A copy came back without naming its departure.");
}

/**
 * Checks that a copy leaves the site once, as its log reports, and becomes free. @returns its custody before it left
 */
function expectKnown(event: RecordedEvent & EventOf<typeof thingGoneKnown>, transit: Transit): string {
  expectAsTold(event, thingGoneKnown(event.payload));
  const { id, asset, isBack, receipt } = event.payload;
  const departure = transit.is === "closed" ? transit.departure : null;
  const sent = departure === null ? undefined : thingsOf(departure).find((thing) => thing.asset === asset);
  const said = shownBy(receipt, thingGone);
  const isSaid =
    said !== null && said.id === id && said.asset === asset && receipt.head.log === String(departure?.to);
  const isSo =
    transit.is === "closed" && knownGone(transit, asset) === null && transit.back.includes(asset) === isBack;
  expectAt(
    event.position,
    sent !== undefined && isSaid && isSo,
    () => "A copy is recorded as gone that did not leave by this transit.",
  );
  return sent?.origin.custody ?? "";
}

/** Checks that a report ends with a receipt of the log that the copy came from; the first version had none. */
function expectTold(event: RecordedEvent & EventOf<typeof thingGoneTold>): void {
  expectAsTold(event, thingGoneTold(event.payload));
  const { id, asset, receipt } = event.payload;
  const known = receipt === null ? null : shownBy(receipt, thingGoneKnown);
  const isKnown =
    known !== null && known.id === id && known.asset === asset && receipt?.head.log === String(sourceOf(id));
  const isFirst = receipt === null && event.schemaVersion === 1;
  expectAt(
    event.position,
    isKnown || isFirst,
    () => "A report of a gone copy ended without proof from the log it came from.",
  );
}

/**
 * Checks that transits post what they say, and that each copy is in custody in the log that has it: custody ends just
 * before a departure, and begins just after an arrival, as the departure said. What goes from house to house is checked
 * with proposals; else it is a stake in another log's game, or its return.
 */
class TransitsPass implements CheckPass {
  /** The previous events, newest last: as many as an event may depend on. */
  readonly #before: RecordedEvent[] = [];
  /** The custody of copies before they left, by transit and copy. */
  readonly #leftFrom = new Map<string, string>();
  /** This log's deposits of copies that came home, by transit and copy. */
  readonly #homes = new Map<string, string>();
  /** The custody that must follow an arrival of copies. */
  #due: JsonObject[] = [];
  /** The report that must follow to the log that a copy came from, after another log reported it as gone. */
  #toTell: JsonObject | null = null;

  event(event: RecordedEvent, state: unknown): void {
    const [due, ...rest] = this.#due;
    const isTaken = custodyArrived.is(event) && due !== undefined && isTakenAs(event, due);
    if (due !== undefined || custodyArrived.is(event)) expectAt(event.position, isTaken, () => NOT_TAKEN);
    this.#due = rest;
    if (custodyArrived.is(event)) this.#arrived(event);
    this.#gone(event);
    if (thingGoneKnown.is(event)) this.#noteKnown(event, state as Transit);
    if (thingGoneTold.is(event)) expectTold(event);
    if (transitLeft.is(event)) this.#left(event);
    else if (transitArrived.is(event)) {
      expectAsTold(event, transitArrived(event.payload));
      expectNamed(event);
      this.#due = this.#dueFor(event);
    } else if (transitClosed.is(event)) expectAsTold(event, transitClosed(event.payload));
    this.#before.push(event);
    if (this.#before.length > BEFORE_MAX) this.#before.shift();
  }

  #arrived(event: RecordedEvent & EventOf<typeof custodyArrived>): void {
    expectAsTold(event, custodyArrived(event.payload));
    const { depositId, copy, homeId } = event.payload;
    if (homeId !== null) this.#homes.set(`${depositId} ${copy}`, homeId);
  }

  /** The custody due for an arrival. A copy that comes home returns to the deposit it first came in by. */
  #dueFor({ payload, position }: RecordedEvent & EventOf<typeof transitArrived>): JsonObject[] {
    const backs = new Map(cameIn(payload).map(({ asset, back }) => [asset, back]));
    return dueFor(payload, position, (copy) => {
      const custody = this.#leftFrom.get(`${backs.get(copy)} ${copy}`) ?? null;
      if (custody === null || !isTransitId(custody)) return custody;
      return this.#homes.get(`${custody} ${copy}`) ?? null;
    });
  }

  #left({ payload, ...event }: RecordedEvent & EventOf<typeof transitLeft>): void {
    const { position } = event;
    expectAsTold({ ...event, payload }, transitLeft(payload));
    const { sender, receiver } = payload;
    // What the house sends to a house is checked with proposals, and stakes and their returns with their games.
    const isOfHouses = sender === house && receiver === house;
    const isOfGame = OF_GAMES.test(sender) && (receiver === house || OF_GAMES.test(receiver));
    expectAt(position, isOfHouses || isOfGame, () => "Something went to another log from or to a player.");
    const things = thingsOf(payload);
    for (const { asset, origin } of things) this.#leftFrom.set(`${payload.id} ${asset}`, origin.custody);
    const ended = this.#before.slice(-things.length);
    const haveEnded = things.every(({ asset, origin }, at) => {
      const one = ended[at];
      if (one === undefined || !custodyEnded.is(one)) return false;
      return one.payload.copy === asset && one.payload.depositId === origin.custody;
    });
    expectAt(position, haveEnded, () => "A copy left this log but stayed in custody.");
  }

  /** A copy is reported as gone only if its custody has just ended, or another log reported it. */
  #gone(event: RecordedEvent): void {
    const toTell = this.#toTell;
    this.#toTell = null;
    const isToldOn = toTell !== null && thingGone.is(event) && isSameJson(event.payload, toTell);
    expectAt(event.position, toTell === null || isToldOn, () => NOT_TOLD);
    if (!thingGone.is(event)) return;
    const { payload } = event;
    expectAsTold(event, thingGone(payload));
    const hasEnded = endsJust(this.#before).some(
      (ended) => ended.depositId === payload.id && ended.copy === payload.asset,
    );
    const isGone = hasEnded || isToldOn;
    expectAt(event.position, isGone, () => "A copy was reported as gone but did not leave the site.");
  }

  #noteKnown(event: RecordedEvent & EventOf<typeof thingGoneKnown>, transit: Transit): void {
    const custody = expectKnown(event, transit);
    if (isTransitId(custody)) this.#toTell = { id: custody, asset: event.payload.asset };
  }

  end(position: number): void {
    expectAt(position, this.#due.length === 0, () => NOT_TAKEN);
    expectAt(position, this.#toTell === null, () => NOT_TOLD);
  }
}

export const transitsCheck: LogCheck = { name: "transits", begin: () => new TransitsPass() };
