import { isCurrency, playerAccount } from "#domain/accounts/account.ts";
import { custodyArrived, custodyEnded, debtPaid } from "#domain/features/deposits/events.ts";
import type { Coinflip } from "#domain/features/live-coinflips/coinflip.ts";
import {
  type CoinflipSide,
  coinflipJoined,
  coinflipSettled,
  coinflipVoided,
} from "#domain/features/live-coinflips/events.ts";
import { awayEscrow, BACK_PURPOSES, type BackReason } from "#domain/features/live-coinflips/guests/guest.ts";
import { guestItemsKept } from "#domain/features/live-coinflips/guests/guest-items.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventOf } from "#domain/kernel/events/event-definition.ts";
import { sourceOf } from "#domain/ledger/transit/single.ts";
import {
  type Carried,
  carriedBy,
  transitArrived,
  transitLeft,
} from "#domain/ledger/transit/transit-events.ts";
import { guestIdOf, transitOfGuest } from "#domain/player/guest.ts";
import { expectAsTold, isSameJson } from "#service/ledger/verifier/as-told.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const PLAYER = playerAccount("");
const PURPOSES: readonly string[] = Object.values(BACK_PURPOSES);

/** What must return to a guest's log with the next event. */
interface Due {
  readonly purpose: string;
  readonly receiver: string;
  readonly sender: string;
  readonly to: number;
  readonly carried: readonly Carried[];
}

const dueTo = (transitId: string, reason: BackReason, carried: readonly Carried[]): Due => ({
  carried,
  purpose: `${BACK_PURPOSES[reason]}:${transitId}`,
  receiver: awayEscrow(transitId),
  sender: playerAccount(guestIdOf(transitId)),
  to: sourceOf(transitId),
});

/** What must return after an event; null if nothing. */
function dueAfter(event: RecordedEvent, state: unknown): Due | null {
  if (transitArrived.is(event)) {
    const { id, receiver } = event.payload;
    return receiver === playerAccount(guestIdOf(id)) ? dueTo(id, "refused", carriedBy(event.payload)) : null;
  }
  if (coinflipSettled.is(event)) {
    const { winnerId, loserId } = event.payload;
    const transitId = transitOfGuest(winnerId) ?? transitOfGuest(loserId);
    return transitId === null ? null : dueTo(transitId, "paid", brought(event, transitId));
  }
  if (!coinflipVoided.is(event)) return null;
  const coinflip = state as Coinflip;
  return coinflip.status === "locked" ? dueToJoiner(coinflip.joiner) : null;
}

/** A guest's winnings at the end of a game: everything it paid them. In a currency that may be nothing. */
function brought({ postings, payload }: EventOf<typeof coinflipSettled> & RecordedEvent, transitId: string) {
  const own = playerAccount(guestIdOf(transitId));
  const came = postings.flatMap(({ account, asset, delta }) =>
    account === own ? [{ asset, amount: String(delta) }] : [],
  );
  const { currency } = payload;
  return came.length === 0 && currency !== null ? [{ asset: currency, amount: "0" }] : came;
}

function dueToJoiner({ playerId, stakes }: CoinflipSide): Due | null {
  const transitId = transitOfGuest(playerId);
  const carried = stakes.map(({ asset, amount }) => ({ asset, amount }));
  return transitId === null ? null : dueTo(transitId, "void", carried);
}

type Joined = EventOf<typeof coinflipJoined>["payload"];

/**
 * Checks that a log keeps nothing of guests from other logs: with the next event a stake that arrived is in a game or
 * on its way back, and so is a payout, even of nothing. Nothing else is sent back.
 */
class GuestsPass implements CheckPass {
  #due: Due | null = null;
  /** The join of a guest, if it was the previous event. */
  #joined: Joined | null = null;

  event(event: RecordedEvent, state: unknown): void {
    // The other player's debts and the custody of copies may come in between.
    if (debtPaid.is(event) || custodyArrived.is(event) || custodyEnded.is(event)) return;
    this.#items(event);
    const due = this.#due;
    this.#due = dueAfter(event, state);
    if (due !== null) {
      const isDone = isGone(event, due) || isInGame(event, due);
      expectAt(event.position, isDone, () => `What is due to ${due.sender} was not sent back to its log.`);
    } else if (transitLeft.is(event)) {
      const { sender, purpose } = event.payload;
      const isForGuest = sender.startsWith(PLAYER) && transitOfGuest(sender.slice(PLAYER.length)) !== null;
      const isEnd = PURPOSES.includes(purpose.split(":", 1)[0] ?? "");
      expectAt(
        event.position,
        !isForGuest && !isEnd,
        () => "Something was sent to a guest's log that was not due.",
      );
    }
  }

  /**
   * The deposits of a guest's game for items are recorded right after the join, for both sides and for nothing else.
   */
  #items(event: RecordedEvent): void {
    const joined = this.#joined;
    this.#joined = null;
    if (guestItemsKept.is(event)) {
      expectAsTold(event, guestItemsKept(event.payload));
      const { kept, transitId, gameId } = event.payload;
      const isOfJoin =
        joined !== null &&
        joined.gameId === gameId &&
        transitOfGuest(joined.joiner.playerId) === transitId &&
        joined.joiner.stakes.every(({ asset }) =>
          kept.some(({ copy, depositId }) => copy === asset && depositId === transitId),
        );
      expectAt(event.position, isOfJoin, () => "The items of a guest are recorded without their join.");
    } else expectNoItems(event.position, joined);
    if (coinflipJoined.is(event) && transitOfGuest(event.payload.joiner.playerId) !== null)
      this.#joined = event.payload;
  }

  end(position: number): void {
    expectNoItems(position, this.#joined);
    const due = this.#due;
    expectAt(position, due === null, () => `What is due to ${due?.sender} was not sent back to its log.`);
  }
}

/** Checks that a guest staked no items with the join before, whose deposits would have to be recorded. */
function expectNoItems(position: number, joined: Joined | null): void {
  const isDone = joined === null || joined.joiner.stakes.every(({ asset }) => isCurrency(asset));
  expectAt(position, isDone, () => "The deposits of the items of a guest's game are not recorded.");
}

function isGone(event: RecordedEvent, { carried, ...due }: Due): boolean {
  if (!transitLeft.is(event)) return false;
  const { purpose, receiver, sender, to } = event.payload;
  const isSame = textOf(carriedBy(event.payload)) === textOf(carried);
  return isSame && isSameJson({ purpose, receiver, sender, to }, due);
}
const textOf = (carried: readonly Carried[]): string =>
  carried
    .map(({ asset, amount }) => `${asset} ${amount}`)
    .sort()
    .join(" ");

/** Whether a stake that arrived has joined a game. Winnings cannot join again: a guest plays one game. */
const isInGame = (event: RecordedEvent, { sender, purpose }: Due): boolean =>
  coinflipJoined.is(event) &&
  playerAccount(event.payload.joiner.playerId) === sender &&
  purpose.startsWith(`${BACK_PURPOSES.refused}:`);

export const guestsCheck: LogCheck = { name: "guests", begin: () => new GuestsPass() };
