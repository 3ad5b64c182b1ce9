import { createHash } from "node:crypto";
import { playerAccount } from "#domain/accounts/account.ts";
import { type Copy, isCopy } from "#domain/accounts/item.ts";
import { readOfDeposit } from "#domain/features/deposits/deposit.ts";
import { custodyArrived } from "#domain/features/deposits/events.ts";
import { readOfInventory } from "#domain/features/inventory/inventory.ts";
import { arriveOutOfSight, type SightHere, withCustody } from "#domain/features/transits/copies.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { goneIn, hearOfGone, toldOfGone } from "#domain/ledger/transit/gone.ts";
import type { PeerEvent } from "#domain/ledger/transit/peer-receipt.ts";
import {
  elsewhere,
  isTransitId,
  outside,
  placeOfSingle,
  transitIdOf,
} from "#domain/ledger/transit/single.ts";
import {
  closeTransit,
  departureIn,
  readOfTransit,
  type WhereSingle,
} from "#domain/ledger/transit/transit.ts";
import { type Departure, thingsOf } from "#domain/ledger/transit/transit-events.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Reads, Submission } from "#service/event-store/commands/submission.ts";

/** A transit as of the head. */

/**
 * The id of a transit that follows from a cause: a command, or a transit that arrived. One cause has one transit.
 * @example transitIdAfter(1, commandId) // "1-Yk2…"
 */
export const transitIdAfter = (here: number, cause: string): string =>
  transitIdOf(here, createHash("sha256").update(cause).digest("base64url"));

/** How a feature handles arrivals of its purpose, in the same batch. */
export interface ArrivalFor {
  /** The prefix of its purposes, before the colon. */
  readonly purpose: string;
  /** Looks up which state its decision needs. @returns the handler of this arrival, with what was found */
  prepare?(departure: Departure): Promise<ArrivalFor>;
  /** The state that `arrive` reads besides the transit. */
  reads(departure: Departure, log: number): Reads;
  /** Set if the recorded time must be exact. */
  readonly writtenWithinMs?: number;
  /** The consequences of the arrival, which cannot be refused: what is impossible is sent back. */
  arrive(view: LogView, arrival: Arrival): Decision;
}

/** An arrival about to be written. */
export interface Arrival {
  readonly departure: Departure;
  /** The number of the source log. */
  readonly log: number;
  /** The arrival itself, which a feature extends. */
  readonly decision: Decision;
}

const NOTHING: Reads = { streams: [] };

const depositOf = (view: LogView) => (depositId: string) => view.stream(readOfDeposit(depositId));

/** Look-ups about copies that arrive. They say which state to read; the decision trusts only that. */
export interface ArrivalHints {
  /** The players who have them on sight here. */
  readonly sights: ReadonlyMap<string, string>;
  /** The transits by which they left this log last. */
  readonly left: ReadonlyMap<string, string>;
}
export const NO_HINTS: ArrivalHints = { sights: new Map(), left: new Map() };

/** The context of deciding an arrival. */
interface Arriving {
  readonly at: number;
  readonly here: number;
  readonly taker: ArrivalFor | null;
  readonly hints?: ArrivalHints;
}

/** The copies that a departure carries. */
export const copiesIn = (departure: Departure): readonly Copy[] =>
  thingsOf(departure).flatMap(({ asset }) => (isCopy(asset) ? [asset] : []));

/** The command that records a proved arrival. Refused if recorded already. */
export function arriveCommand(
  proved: PeerEvent,
  { at, here, taker, hints = NO_HINTS }: Arriving,
): Submission {
  const departure = departureIn(proved);
  invariant(departure !== null, "only a departure arrives");
  const { id } = departure;
  const { log } = proved;
  const copies = readsOfCopies(departure, hints);
  return {
    ...serviceOrigin(at),
    ...(taker?.writtenWithinMs === undefined ? {} : { writtenWithinMs: taker.writtenWithinMs }),
    reads: () => {
      const more = taker?.reads(departure, log) ?? NOTHING;
      return {
        streams: [readOfTransit(id), ...copies.streams, ...more.streams],
        holdings: [...(copies.holdings ?? []), ...(more.holdings ?? [])],
      };
    },
    decide: (view) => {
      const at = {
        here,
        transit: view.stream(readOfTransit(id)),
        whereIs: (asset: string) => whereIn(view, asset, hints),
        sightOf: (copy: Copy) => sightIn(view, copy, hints),
      };
      needKeepersBefore(view, departure, hints);
      const ground = {
        transitOf: (of: string) => view.stream(readOfTransit(of)),
        depositOf: depositOf(view),
      };
      const decision = withCustody({ departure, log, decision: arriveOutOfSight(proved, at), ground });
      // The decision writes to these deposits' streams, so they must be in memory.
      if ("events" in decision) view.needs({ streams: homesOf(decision.events) });
      if ("refused" in decision || taker === null) return decision;
      return taker.arrive(view, { departure, log, decision });
    },
  };
}

/**
 * Loads the custody that kept copies here before they left, if that was a transit: it names the deposit they first came
 * in by. Forty copies may each have their own, too many to load one by one in a turn.
 */
function needKeepersBefore(view: LogView, departure: Departure, { left }: ArrivalHints): void {
  const copies = new Set<string>(copiesIn(departure));
  const before = [...new Set(left.values())].map((id) => view.stream(readOfTransit(id)));
  const keepers = before.flatMap((transit) =>
    transit.is === "closed"
      ? thingsOf(transit.departure).flatMap(({ asset, origin: { custody } }) =>
          copies.has(asset) && isTransitId(custody) ? [custody] : [],
        )
      : [],
  );
  view.needs({ streams: keepers.map(readOfDeposit) });
}

/** The deposits of copies that come home. */
const homesOf = (events: readonly NewEvent[]): readonly StreamRead[] =>
  events.flatMap((event) =>
    custodyArrived.is(event) && event.payload.homeId !== null ? [readOfDeposit(event.payload.homeId)] : [],
  );

/** The reads of an arrival of copies besides their transit: their custody and holders here. */
function readsOfCopies(departure: Departure, { sights, left }: ArrivalHints): Reads {
  const copies = copiesIn(departure);
  if (copies.length === 0) return NOTHING;
  const players = [...new Set(sights.values())];
  return {
    streams: [
      readOfDeposit(departure.id),
      ...players.map(readOfInventory),
      ...[...new Set(left.values())].map(readOfTransit),
    ],
    holdings: copies.flatMap((asset) => {
      const sight = sights.get(asset);
      const accounts = [outside, elsewhere, ...(sight === undefined ? [] : [playerAccount(sight)])];
      return accounts.map((account) => ({ account, asset }));
    }),
  };
}

function sightIn(view: LogView, asset: Copy, { sights }: ArrivalHints): SightHere | null {
  const playerId = sights.get(asset);
  if (playerId === undefined) return null;
  const inventory = view.stream(readOfInventory(playerId));
  return { playerId, inventory, held: view.holding(playerAccount(playerId), asset) };
}

function whereIn(view: LogView, asset: string, { left }: ArrivalHints): WhereSingle {
  const id = left.get(asset);
  return {
    place: isCopy(asset) ? placeOfSingle((account) => view.holding(account, asset)) : "unknown",
    last: id === undefined ? null : { id, transit: view.stream(readOfTransit(id)) },
  };
}

/** The command that closes a transit whose arrival is proved. Refused if closed already. */
export function closeCommand(
  proved: PeerEvent,
  { at, here, id }: { readonly at: number; readonly here: number; readonly id: string },
): Submission<{ readonly id: string }> {
  return {
    ...serviceOrigin(at),
    reads: () => ({ streams: [readOfTransit(id)] }),
    decide: (view) => closeTransit(proved, { here, transit: view.stream(readOfTransit(id)) }),
  };
}

/** The command that records that a copy which left this log has left the site. Refused if recorded already. */
export function goneCommand(
  proved: PeerEvent,
  { at, here, id }: { readonly at: number; readonly here: number; readonly id: string },
): Submission<{ readonly id: string }> {
  const said = goneIn(proved);
  invariant(said !== null && isCopy(said.asset), "a report names a gone copy");
  const { asset } = said;
  return {
    ...serviceOrigin(at),
    reads: () => ({
      streams: [readOfTransit(id)],
      holdings: [elsewhere, outside].map((account) => ({ account, asset })),
    }),
    decide: (view) => {
      const transit = view.stream(readOfTransit(id));
      if (transit.is === "left" || transit.is === "closed") {
        const sent = thingsOf(transit.departure).find((one) => one.asset === asset);
        // A forwarded report is written to the stream of the transit that the copy came by.
        if (sent !== undefined && isTransitId(sent.origin.custody))
          view.needs({ streams: [readOfTransit(sent.origin.custody)] });
      }
      return hearOfGone(proved, { here, transit });
    },
  };
}

/** The command that ends the report of a gone copy, once the other log is proved to know it. */
export const toldCommand = (
  proved: PeerEvent,
  { id, asset, at }: { readonly id: string; readonly asset: string; readonly at: number },
): Submission<{ readonly id: string }> => ({
  ...serviceOrigin(at),
  reads: () => ({ streams: [readOfTransit(id)] }),
  decide: (view) => toldOfGone(proved, { id, asset, transit: view.stream(readOfTransit(id)) }),
});
