import { isCurrency, playerAccount } from "#domain/accounts/account.ts";
import { isCopy } from "#domain/accounts/item.ts";
import { readOfDeposit } from "#domain/features/deposits/deposit.ts";
import { readOfCatalogue } from "#domain/features/limiteds/catalogue.ts";
import { readOfCoinflip } from "#domain/features/live-coinflips/coinflip.ts";
import { coinflipEscrow } from "#domain/features/live-coinflips/events.ts";
import {
  gameOfStake,
  joinAsGuest,
  refusedBack,
  STAKE_PURPOSE,
} from "#domain/features/live-coinflips/guests/guest.ts";
import {
  type GuestItemsContext,
  guestItemsStream,
  guestItemsStreamKind,
} from "#domain/features/live-coinflips/guests/guest-items.ts";
import { copiesAtStake } from "#domain/features/live-coinflips/items/stake.ts";
import { JOIN_WRITTEN_WITHIN_MS } from "#domain/features/live-coinflips/rules.ts";
import { eventTypes } from "#domain/features/registry.ts";
import { readOfTransit } from "#domain/ledger/transit/transit.ts";
import { carriedBy, type Departure } from "#domain/ledger/transit/transit-events.ts";
import { guestIdOf } from "#domain/player/guest.ts";
import type { LogView, Reads } from "#service/event-store/commands/submission.ts";
import { readStream } from "#service/event-store/states/loader.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { haltRefusal, readOfStakes } from "#service/features/halts/stakes.ts";
import { stakesNowIn, valueNowIn } from "#service/features/live-coinflips/bet.ts";
import { backIdOf, wayBackIn } from "#service/features/live-coinflips/guests/guests.ts";
import { playerIn } from "#service/features/roles/actor.ts";
import { type Arrival, type ArrivalFor, copiesIn } from "#service/features/transits/commands.ts";
import type { Core } from "#service/http/deps.ts";
import { barOfLeaving, type LeavingHints, lookUpLeaving, NOTHING_LEAVES, readsOfLeaving } from "./leaving.ts";

type Needs = Pick<Core, "db" | "reads" | "writer">;

interface Host {
  readonly core: Needs;
  readonly beacon: Pick<Beacon, "chain" | "newestRound">;
}

/**
 * Accepts stakes from other logs for this log's coinflips. A stake joins its game as it arrives, or is sent back: the
 * game may be gone, joined, or for something else, or stakes may be halted.
 */
export function guestArrivals(host: Host): ArrivalFor {
  const taking = (hints: LeavingHints): ArrivalFor => ({
    purpose: STAKE_PURPOSE,
    writtenWithinMs: JOIN_WRITTEN_WITHIN_MS,
    prepare: async (departure) => taking(await hintsFor(departure, host.core)),
    reads: (departure) => readsOf(departure, { here: host.core.writer.logId, hints }),
    arrive: (view, arrival) => arrived(view, arrival, { ...host, hints }),
  });
  return taking(NOTHING_LEAVES);
}

/** Hints about the creator's copies, which a guest who stakes copies may win. */
async function hintsFor(departure: Departure, core: Needs): Promise<LeavingHints> {
  const gameId = gameOfStake(departure);
  if (gameId === null || copiesIn(departure).length === 0) return NOTHING_LEAVES;
  const { db: sql, writer } = core;
  const game = await readStream(readOfCoinflip(gameId), { sql, logId: writer.logId, eventTypes });
  const theirs = game.status === "open" ? game.creator.stakes : [];
  const hints = await lookUpLeaving(copiesAtStake(theirs), core);
  if (hints === null) throw new Error("the custody of the creator's items cannot be looked up yet");
  return hints;
}

function readsOf(
  departure: Departure,
  { here, hints }: { readonly here: number; readonly hints: LeavingHints },
): Reads {
  const { id } = departure;
  const gameId = gameOfStake(departure) ?? "";
  const back = readOfTransit(backIdOf(here, id));
  const accounts = [playerAccount(guestIdOf(id)), coinflipEscrow(gameId)];
  const assets = carriedBy(departure).flatMap(({ asset }) =>
    isCurrency(asset) || isCopy(asset) ? [asset] : [],
  );
  const items = { kind: guestItemsStreamKind, name: guestItemsStream(id) };
  const ofItems = copiesIn(departure).length === 0 ? [] : [items, readOfCatalogue, ...readsOfLeaving(hints)];
  return {
    streams: [readOfStakes, readOfCoinflip(gameId), back, ...ofItems],
    holdings: assets.flatMap((asset) => accounts.map((account) => ({ account, asset }))),
  };
}

function arrived(
  view: LogView,
  { departure, decision }: Arrival,
  { core, beacon, hints }: Host & { readonly hints: LeavingHints },
) {
  const gameId = gameOfStake(departure);
  // Not sent to a guest, so it stays in the account that it was sent to.
  if ("refused" in decision || gameId === null) return decision;
  const bar = haltRefusal(view);
  const coinflip = view.stream(readOfCoinflip(gameId));
  // The decision writes to the guest's stream, so it must be in memory.
  playerIn(view, guestIdOf(departure.id));
  const joined =
    bar === null
      ? joinAsGuest(departure, {
          coinflip,
          playerOf: (playerId) => playerIn(view, playerId),
          at: view.at,
          chain: beacon.chain,
          newestRound: beacon.newestRound(),
          items: groundOf(view, hints),
        })
      : { refused: bar };
  const follow =
    "events" in joined
      ? joined.events
      : refusedBack(departure, wayBackIn(view, core.writer.logId, departure.id));
  return { ...decision, events: [...decision.events, ...follow] };
}

/** The context for deciding a stake of copies; stakes in a currency need none. */
const groundOf = (view: LogView, hints: LeavingHints): GuestItemsContext => ({
  stakesOf: (copies) => stakesNowIn(view, copies),
  valueNow: (stakes) => valueNowIn(view, copiesAtStake(stakes)),
  keptOf: (copy) => hints.kept.get(copy) ?? null,
  depositOf: (depositId) => view.stream(readOfDeposit(depositId)),
  get bar() {
    return barOfLeaving(view, hints);
  },
});
