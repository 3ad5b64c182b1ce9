import { createHash } from "node:crypto";
import { playerAccount } from "#domain/accounts/account.ts";
import { isCopy } from "#domain/accounts/item.ts";
import { depositStreamKind } from "#domain/features/deposits/deposit.ts";
import { depositStream } from "#domain/features/deposits/events.ts";
import { inventoryStream } from "#domain/features/inventory/events.ts";
import { inventoryStreamKind } from "#domain/features/inventory/inventory.ts";
import { arriveOutOfSight, type SightHere, withCustody } from "#domain/features/transits/copies.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { PeerEvent } from "#domain/ledger/transit/peer-receipt.ts";
import type { Departure } from "#domain/ledger/transit/transit.ts";
import {
  closeTransit,
  departureIn,
  elsewhere,
  outside,
  placeOfSingle,
  transitIdOf,
  transitStream,
  transitStreamKind,
} from "#domain/ledger/transit/transit.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Reads, Submission } from "#service/event-store/commands/submission.ts";

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
  /** What stands before the colon of the purposes that it takes. */
  readonly purpose: string;
  /** Does what has to be in the log before the arrival. It may be asked any number of times. */
  prepare?(departure: Departure, log: number): Promise<void>;
  /** What `arrive` reads beside the transit. */
  reads(departure: Departure, log: number): Reads;
  /** Set where the recorded time has to be the true one. */
  readonly writtenWithinMs?: number;
  /** What follows from the arrival, which cannot be refused: what is not possible goes back. */
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

/** How an arrival is decided on. */
interface Arriving {
  readonly at: number;
  readonly here: number;
  readonly taker: ArrivalFor | null;
  /** The player who has the copy on sight here, as far as a look-up knew: says where to look. */
  readonly sightedAt?: string | null;
}

/** The arrival of what is proved to have left another log; refused where it arrived before. */
export function arriveCommand(
  proved: PeerEvent,
  { at, here, taker, sightedAt = null }: Arriving,
): Submission {
  const departure = departureIn(proved);
  invariant(departure !== null, "only a departure arrives");
  const { id, asset } = departure;
  const { log } = proved;
  const copies = readsOfCopy(id, asset, sightedAt);
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
      const at = { here, transit: transitIn(view, id), ...placeIn(view, asset) };
      const sight = sightIn(view, asset, sightedAt);
      const decision = withCustody({ departure, log, decision: arriveOutOfSight(proved, { ...at, sight }) });
      if ("refused" in decision || taker === null) return decision;
      return taker.arrive(view, { departure, log, decision });
    },
  };
}

/** What a copy's arrival stands on beside its transit: where its custody is kept here, and whether it is here still. */
function readsOfCopy(transitId: string, asset: string, sightedAt: string | null): Reads {
  if (!isCopy(asset)) return NOTHING;
  const sight = sightedAt === null ? [] : [readOfInventory(sightedAt)];
  const accounts = [outside, elsewhere, ...(sightedAt === null ? [] : [playerAccount(sightedAt)])];
  return {
    streams: [readOfDeposit(transitId), ...sight],
    holdings: accounts.map((account) => ({ account, asset })),
  };
}

const readOfInventory = (playerId: string) => ({
  kind: inventoryStreamKind,
  name: inventoryStream(playerId),
});

function sightIn(view: LogView, asset: string, playerId: string | null): SightHere | null {
  if (playerId === null || !isCopy(asset)) return null;
  const inventory = view.stream(inventoryStreamKind, inventoryStream(playerId));
  return { playerId, inventory, held: view.holding(playerAccount(playerId), asset) };
}

const placeIn = (view: LogView, asset: string) =>
  isCopy(asset) ? { place: placeOfSingle((account) => view.holding(account, asset)) } : {};

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
