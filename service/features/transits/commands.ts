import { createHash } from "node:crypto";
import { playerAccount } from "#domain/accounts/account.ts";
import { type Copy, isCopy } from "#domain/accounts/item.ts";
import { depositStreamKind } from "#domain/features/deposits/deposit.ts";
import { custodyArrived, depositStream } from "#domain/features/deposits/events.ts";
import { inventoryStream } from "#domain/features/inventory/events.ts";
import { inventoryStreamKind } from "#domain/features/inventory/inventory.ts";
import { arriveOutOfSight, type SightHere, withCustody } from "#domain/features/transits/copies.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
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
  transitStreamKind,
  type WhereSingle,
} from "#domain/ledger/transit/transit.ts";
import { type Departure, thingsOf, transitStream } from "#domain/ledger/transit/transit-events.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Reads, StreamRead, Submission } from "#service/event-store/commands/submission.ts";

/** The stream of a transit, to be read. */
export const readOfTransit = (id: string) => ({ kind: transitStreamKind, name: transitStream(id) });

/** How far this log knows a transit to be. */
export const transitIn = (view: LogView, id: string) => view.stream(transitStreamKind, transitStream(id));

/**
 * The id of a transit of this log that follows from something, once for each: a command, or a transit that came in.
 * @example transitIdAfter(1, commandId) // "1-Yk2…"
 */
export const transitIdAfter = (here: number, cause: string): string =>
  transitIdOf(here, createHash("sha256").update(cause).digest("base64url"));

/** What a feature does with an arrival for its purpose, in the same batch. */
export interface ArrivalFor {
  /** The prefix of its purposes, before the colon. */
  readonly purpose: string;
  /** Looks up where its decision has to look. @returns who takes this one, by what was found */
  prepare?(departure: Departure): Promise<ArrivalFor>;
  /** The state that `arrive` reads beside the transit. */
  reads(departure: Departure, log: number): Reads;
  /** Set where the recorded time has to be the true one. */
  readonly writtenWithinMs?: number;
  /** The consequences of the arrival, which cannot be refused: what is not possible goes back. */
  arrive(view: LogView, arrival: Arrival): Decision;
}

/** An arrival that is about to be written. */
export interface Arrival {
  readonly departure: Departure;
  /** The number of the log that it comes from. */
  readonly log: number;
  /** The arrival itself, to which a feature adds. */
  readonly decision: Decision;
}

const NOTHING: Reads = { streams: [], holdings: [] };

const readOfDeposit = (depositId: string) => ({ kind: depositStreamKind, name: depositStream(depositId) });
const depositOf = (view: LogView) => (depositId: string) =>
  view.stream(depositStreamKind, depositStream(depositId));

/** What look-ups found about copies that arrive. It says where to look: the state there decides. */
export interface ArrivalHints {
  /** The players who have them on sight here. */
  readonly sights: ReadonlyMap<string, string>;
  /** The transits by which they left this log last. */
  readonly left: ReadonlyMap<string, string>;
}
export const NO_HINTS: ArrivalHints = { sights: new Map(), left: new Map() };

/** How an arrival is decided on. */
interface Arriving {
  readonly at: number;
  readonly here: number;
  readonly taker: ArrivalFor | null;
  readonly hints?: ArrivalHints;
}

/** The copies that a departure carries. */
export const copiesIn = (departure: Departure): readonly Copy[] =>
  thingsOf(departure).flatMap(({ asset }) => (isCopy(asset) ? [asset] : []));

/** The arrival of what is proved to have left another log; refused where it arrived before. */
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
        holdings: [...copies.holdings, ...more.holdings],
      };
    },
    decide: (view) => {
      const at = {
        here,
        transit: transitIn(view, id),
        whereIs: (asset: string) => whereIn(view, asset, hints),
        sightOf: (copy: Copy) => sightIn(view, copy, hints),
      };
      needKeepersBefore(view, departure, hints);
      const ground = { transitOf: (of: string) => transitIn(view, of), depositOf: depositOf(view) };
      const decision = withCustody({ departure, log, decision: arriveOutOfSight(proved, at), ground });
      // The streams of deposits are told what came home, so they must be in memory.
      if ("events" in decision) view.needs({ streams: homesOf(decision.events), holdings: [] });
      if ("refused" in decision || taker === null) return decision;
      return taker.arrive(view, { departure, log, decision });
    },
  };
}

/**
 * Has in memory what had kept copies here before they left, where that was a transit: it says which deposit they had
 * come in by. Of forty copies each may have one of its own, and more loads than a few are more than a turn may take.
 */
function needKeepersBefore(view: LogView, departure: Departure, { left }: ArrivalHints): void {
  const copies = new Set<string>(copiesIn(departure));
  const before = [...new Set(left.values())].map((id) => transitIn(view, id));
  const keepers = before.flatMap((transit) =>
    transit.is === "closed"
      ? thingsOf(transit.departure).flatMap(({ asset, origin: { custody } }) =>
          copies.has(asset) && isTransitId(custody) ? [custody] : [],
        )
      : [],
  );
  view.needs({ streams: keepers.map(readOfDeposit), holdings: [] });
}

/** The deposits of copies that came home. */
const homesOf = (events: readonly NewEvent[]): readonly StreamRead[] =>
  events.flatMap((event) =>
    custodyArrived.is(event) && event.payload.homeId !== null ? [readOfDeposit(event.payload.homeId)] : [],
  );

/** What the arrival of copies depends on beside their transit: their custody here, and the place of each. */
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

const readOfInventory = (playerId: string) => ({
  kind: inventoryStreamKind,
  name: inventoryStream(playerId),
});

function sightIn(view: LogView, asset: Copy, { sights }: ArrivalHints): SightHere | null {
  const playerId = sights.get(asset);
  if (playerId === undefined) return null;
  const inventory = view.stream(inventoryStreamKind, inventoryStream(playerId));
  return { playerId, inventory, held: view.holding(playerAccount(playerId), asset) };
}

function whereIn(view: LogView, asset: string, { left }: ArrivalHints): WhereSingle {
  const id = left.get(asset);
  return {
    place: isCopy(asset) ? placeOfSingle((account) => view.holding(account, asset)) : "unknown",
    last: id === undefined ? null : { id, transit: transitIn(view, id) },
  };
}

/** The closing of a transit whose arrival is proved; refused where it was closed before. */
export function closeCommand(
  proved: PeerEvent,
  { at, here, id }: { readonly at: number; readonly here: number; readonly id: string },
): Submission<{ readonly id: string }> {
  return {
    ...serviceOrigin(at),
    reads: () => ({ streams: [readOfTransit(id)], holdings: [] }),
    decide: (view) => closeTransit(proved, { here, transit: transitIn(view, id) }),
  };
}

/** Records that a copy which left this log has left the site. Refused if recorded already. */
export function goneCommand(
  proved: PeerEvent,
  { at, here, id }: { readonly at: number; readonly here: number; readonly id: string },
): Submission<{ readonly id: string }> {
  const said = goneIn(proved);
  invariant(said !== null && isCopy(said.asset), "a copy is said to be gone");
  const { asset } = said;
  return {
    ...serviceOrigin(at),
    reads: () => ({
      streams: [readOfTransit(id)],
      holdings: [elsewhere, outside].map((account) => ({ account, asset })),
    }),
    decide: (view) => {
      const transit = transitIn(view, id);
      if (transit.is === "left" || transit.is === "closed") {
        const sent = thingsOf(transit.departure).find((one) => one.asset === asset);
        // A forwarded report is written to the stream of the transit that the copy came by.
        if (sent !== undefined && isTransitId(sent.origin.custody))
          view.needs({ streams: [readOfTransit(sent.origin.custody)], holdings: [] });
      }
      return hearOfGone(proved, { here, transit });
    },
  };
}

/** The end of the telling that a copy has left the site, once the other log is proved to know it. */
export const toldCommand = (
  proved: PeerEvent,
  { id, asset, at }: { readonly id: string; readonly asset: string; readonly at: number },
): Submission<{ readonly id: string }> => ({
  ...serviceOrigin(at),
  reads: () => ({ streams: [readOfTransit(id)], holdings: [] }),
  decide: (view) => toldOfGone(proved, { id, asset, transit: transitIn(view, id) }),
});
