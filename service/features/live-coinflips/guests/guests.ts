import { publishedAt } from "#domain/fairness/beacon.ts";
import { readOfDeposit } from "#domain/features/deposits/deposit.ts";
import { coinflipJoined } from "#domain/features/live-coinflips/events.ts";
import { type WayBack, withGuestPaid } from "#domain/features/live-coinflips/guests/guest.ts";
import {
  guestItemsStream,
  guestItemsStreamKind,
} from "#domain/features/live-coinflips/guests/guest-items.ts";
import type { JoinedCoinflip } from "#domain/features/live-coinflips/join.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { readOfTransit } from "#domain/ledger/transit/transit.ts";
import { guestIdOf, transitOfGuest } from "#domain/player/guest.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import { readOfPlayer } from "#service/features/roles/actor.ts";
import { transitIdAfter } from "#service/features/transits/commands.ts";

/** The id of a stake's way back: one for each stake. */
export const backIdOf = (here: number, transitId: string): string =>
  transitIdAfter(here, `back ${transitId}`);

/** The way back of a stake, as of the head, with everything in memory that its decision writes. */
export function wayBackIn(view: LogView, here: number, transitId: string): WayBack {
  const { kept } = view.stream({ kind: guestItemsStreamKind, name: guestItemsStream(transitId) });
  const id = backIdOf(here, transitId);
  const deposits = kept.map(({ depositId }) => readOfDeposit(depositId));
  // The end of the game writes to the guest's stream too, which nothing else loads.
  view.needs({ streams: [readOfPlayer(guestIdOf(transitId)), readOfTransit(id), ...deposits] });
  return { id, here, transit: view.stream(readOfTransit(id)), kept };
}

/** Extends a command that may end a game by its guest's way back. */
export const payingGuest = <A extends JsonObject>(command: Submission<A>, here: number): Submission<A> => ({
  ...command,
  decide: (view) => withGuestPaid(command.decide(view), (transitId) => wayBackIn(view, here, transitId)),
});

/** Games that guests joined among committed events: no request here waits for them. */
export function joinsOfGuests(events: readonly RecordedEvent[]): readonly JoinedCoinflip[] {
  return events.flatMap((event) => {
    if (!coinflipJoined.is(event)) return [];
    const { gameId: id, joiner, round, chain } = event.payload;
    if (transitOfGuest(joiner.playerId) === null) return [];
    return [{ id, round, publishAt: publishedAt(round, chain) }];
  });
}
