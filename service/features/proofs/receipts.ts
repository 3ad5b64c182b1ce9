import { playerAccount } from "#domain/accounts/account.ts";
import { inventoryStream, type SyncFindings } from "#domain/features/inventory/events.ts";
import { playerStream } from "#domain/features/players/events.ts";
import { type RecordedEvent, streamsOf } from "#domain/kernel/events/event.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import type { SigningContext } from "#service/ledger/heads/signed-heads.ts";
import { receiptIf } from "#service/ledger/receipts.ts";

/**
 * Whether a player may have an event's receipt: the event is on their stream or moves something on their account.
 * Another player's sync qualifies if it moves this player's copies and contains nothing else: a receipt must contain
 * the whole event, for its leaf to be recomputed.
 */
export function isPartyTo(
  event: Pick<RecordedEvent, "type" | "stream" | "alsoIn" | "postings" | "payload">,
  playerId: string,
): boolean {
  const account = playerAccount(playerId);
  if (streamsOf(event).includes(playerStream(playerId))) return true;
  if (!event.postings.some((leg) => leg.account === account)) return false;
  const isForeignSync = event.type === "InventorySynced" && event.stream !== inventoryStream(playerId);
  return !isForeignSync || showsCopiesOfAlone(event.payload as SyncFindings, playerId);
}

/** Before syncs were split, one event held all findings of a sync. */
function showsCopiesOfAlone(found: SyncFindings, playerId: string): boolean {
  const { credited, confirmed, returned, inPlay, moved } = found;
  const isAlone = [credited, confirmed, returned, inPlay].every(({ length }) => length === 0);
  return isAlone && moved.every(({ from }) => from === playerId);
}

/** An event's receipt for a player with a part in it; null for unknown and others' events alike. */
export const receiptFor = (
  playerId: string,
  position: number,
  context: SigningContext,
): Promise<Receipt | null> => receiptIf((event) => isPartyTo(event, playerId), position, context);
