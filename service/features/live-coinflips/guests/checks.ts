import { playerAccount } from "#domain/accounts/account.ts";
import { debtPaid } from "#domain/features/deposits/events.ts";
import type { Coinflip } from "#domain/features/live-coinflips/coinflip.ts";
import {
  type CoinflipSide,
  coinflipJoined,
  coinflipSettled,
  coinflipVoided,
} from "#domain/features/live-coinflips/events.ts";
import { awayEscrow, BACK_PURPOSES, type BackReason } from "#domain/features/live-coinflips/guests/guest.ts";
import { valueOfStakes } from "#domain/features/live-coinflips/items/stake.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { type Departure, sourceOf, transitArrived, transitLeft } from "#domain/ledger/transit/transit.ts";
import { guestIdOf, transitOfGuest } from "#domain/player/guest.ts";
import type { CheckPass, FoldedLog, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

const PLAYER = playerAccount("");
const PURPOSES: readonly string[] = Object.values(BACK_PURPOSES);

/** What has to go back to a guest's log at once, as the departure says it. */
type Due = Omit<Departure, "id">;

const dueTo = (transitId: string, reason: BackReason, of: Pick<Due, "asset" | "amount">): Due => ({
  ...of,
  purpose: `${BACK_PURPOSES[reason]}:${transitId}`,
  receiver: awayEscrow(transitId),
  sender: playerAccount(guestIdOf(transitId)),
  to: sourceOf(transitId),
});

/** What the end of a game with a guest has to send back; null for every other event. */
function dueAfter(event: RecordedEvent, state: unknown): Due | null {
  if (transitArrived.is(event)) {
    const { id, receiver, asset, amount } = event.payload;
    return receiver === playerAccount(guestIdOf(id)) ? dueTo(id, "refused", { asset, amount }) : null;
  }
  if (coinflipSettled.is(event)) {
    const { winnerId, loserId, currency, payout } = event.payload;
    const transitId = transitOfGuest(winnerId) ?? transitOfGuest(loserId);
    const amount = transitOfGuest(winnerId) === null ? "0" : payout;
    return transitId === null ? null : dueTo(transitId, "paid", { asset: currency ?? "", amount });
  }
  if (!coinflipVoided.is(event)) return null;
  const coinflip = state as Coinflip;
  return coinflip.status === "locked" ? dueToJoiner(coinflip.joiner) : null;
}

function dueToJoiner({ playerId, stakes }: CoinflipSide): Due | null {
  const transitId = transitOfGuest(playerId);
  const of = { asset: stakes[0]?.asset ?? "", amount: String(valueOfStakes(stakes)) };
  return transitId === null ? null : dueTo(transitId, "void", of);
}

/**
 * Checks that a log keeps nothing of those who play in it from another one: a stake that came is in a game or on its
 * way back with the next event, and so is what a game brought its guest, nothing included. Only what is due goes back.
 */
class GuestsPass implements CheckPass {
  #due: Due | null = null;

  event(event: RecordedEvent, state: unknown): void {
    // What the other player owes is paid in between.
    if (debtPaid.is(event)) return;
    const due = this.#due;
    this.#due = dueAfter(event, state);
    if (due !== null) {
      const isDone = isGone(event, due) || isInGame(event, due);
      expectAt(event.position, isDone, () => `What is due to ${due.sender} has not gone back to its log.`);
    } else if (transitLeft.is(event)) {
      const { sender, purpose } = event.payload;
      const isForGuest = sender.startsWith(PLAYER) && transitOfGuest(sender.slice(PLAYER.length)) !== null;
      const isEnd = PURPOSES.includes(purpose.split(":", 1)[0] ?? "");
      expectAt(event.position, !isForGuest && !isEnd, () => "Something goes to a guest that is not due.");
    }
  }

  async tables({ position }: FoldedLog): Promise<void> {
    const due = this.#due;
    expectAt(position, due === null, () => `What is due to ${due?.sender} has not gone back to its log.`);
  }
}

function isGone(event: RecordedEvent, due: Due): boolean {
  if (!transitLeft.is(event)) return false;
  const { payload } = event;
  return (["asset", "amount", "purpose", "receiver", "sender", "to"] as const).every(
    (key) => payload[key] === due[key],
  );
}

/** Whether a stake that came has joined a game. What a game has brought cannot: its guest plays one. */
const isInGame = (event: RecordedEvent, { sender, purpose }: Due): boolean =>
  coinflipJoined.is(event) &&
  playerAccount(event.payload.joiner.playerId) === sender &&
  purpose.startsWith(`${BACK_PURPOSES.refused}:`);

export const guestsCheck: LogCheck = { name: "guests", begin: () => new GuestsPass() };
