import { isCurrency, playerAccount } from "#domain/accounts/account.ts";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { coinflipStreamKind } from "#domain/features/live-coinflips/coinflip.ts";
import { coinflipEscrow, coinflipJoined, coinflipStream } from "#domain/features/live-coinflips/events.ts";
import {
  gameOfStake,
  joinAsGuest,
  refusedBack,
  STAKE_PURPOSE,
  type WayBack,
  withGuestPaid,
} from "#domain/features/live-coinflips/guests/guest.ts";
import type { JoinedCoinflip } from "#domain/features/live-coinflips/join.ts";
import { JOIN_WRITTEN_WITHIN_MS } from "#domain/features/live-coinflips/rules.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { guestIdOf, transitOfGuest } from "#domain/player/guest.ts";
import type { LogView, Reads, Submission } from "#service/event-store/commands/submission.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { haltRefusal, readOfStakes } from "#service/features/halts/stakes.ts";
import { playerIn } from "#service/features/roles/actor.ts";
import {
  type Arrival,
  type ArrivalFor,
  readOfTransit,
  transitIdAfter,
  transitIn,
} from "#service/features/transits/commands.ts";

interface Host {
  /** The number of this log. */
  readonly here: number;
  readonly beacon: Pick<Beacon, "chain" | "newestRound">;
}

/** One for each stake that came, whatever becomes of it. */
const backIdOf = (here: number, transitId: string): string => transitIdAfter(here, `back ${transitId}`);

function wayBackIn(view: LogView, here: number, transitId: string): WayBack {
  // The end of the game is written to the guest's stream too, which nothing else reads.
  playerIn(view, guestIdOf(transitId));
  const id = backIdOf(here, transitId);
  return { id, here, transit: transitIn(view, id) };
}

/**
 * Takes stakes that come from other logs for coinflips of this one. A stake joins its game with its arrival, or goes
 * back with it: whether the game is gone, joined already, played for something else, or no stakes are taken here.
 */
export function guestArrivals({ here, beacon }: Host): ArrivalFor {
  return {
    purpose: STAKE_PURPOSE,
    writtenWithinMs: JOIN_WRITTEN_WITHIN_MS,
    reads(departure): Reads {
      const gameId = gameOfStake(departure) ?? "";
      const { id, asset } = departure;
      const back = readOfTransit(backIdOf(here, id));
      const game = { kind: coinflipStreamKind, name: coinflipStream(gameId) };
      const guest = playerAccount(guestIdOf(id));
      const accounts = isCurrency(asset) ? [guest, coinflipEscrow(gameId)] : [];
      return {
        streams: [readOfStakes, game, back],
        holdings: accounts.flatMap((account) => (isCurrency(asset) ? [{ account, asset }] : [])),
      };
    },
    arrive: (view, arrival) => arrived(view, arrival, { here, beacon }),
  };
}

function arrived(view: LogView, { departure, decision }: Arrival, { here, beacon }: Host) {
  const gameId = gameOfStake(departure);
  // Not sent to a guest: it stays in the account that it was sent to.
  if ("refused" in decision || gameId === null) return decision;
  const bar = haltRefusal(view);
  const coinflip = view.stream(coinflipStreamKind, coinflipStream(gameId));
  // Streams that are written to have to be in memory.
  playerIn(view, guestIdOf(departure.id));
  const joined =
    bar === null
      ? joinAsGuest(departure, {
          coinflip,
          playerOf: (playerId) => playerIn(view, playerId),
          at: view.at,
          chain: beacon.chain,
          newestRound: beacon.newestRound(),
        })
      : { refused: bar };
  const follow =
    "events" in joined ? joined.events : refusedBack(departure, wayBackIn(view, here, departure.id));
  return { ...decision, events: [...decision.events, ...follow] };
}

/** A command that may end a game, with what its guest gets on the way back to their log. */
export const payingGuest = <A extends JsonObject>(command: Submission<A>, here: number): Submission<A> => ({
  ...command,
  decide: (view) => withGuestPaid(command.decide(view), (transitId) => wayBackIn(view, here, transitId)),
});

/** The games that guests joined among what was appended: no request waits for them here. */
export function joinsOfGuests(events: readonly RecordedEvent[]): readonly JoinedCoinflip[] {
  return events.flatMap((event) => {
    if (!coinflipJoined.is(event)) return [];
    const { gameId: id, joiner, round, chain } = event.payload;
    if (transitOfGuest(joiner.playerId) === null) return [];
    return [{ id, round, publishAt: publishedAt(round, chain) }];
  });
}
