import { playerAccount } from "#domain/accounts/account.ts";
import { inventoryStream, type SyncFindings } from "#domain/features/inventory/events.ts";
import { playerStream } from "#domain/features/players/events.ts";
import { type RecordedEvent, streamsOf } from "#domain/kernel/events/event.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import type { SigningContext } from "#service/ledger/heads/signed-heads.ts";
import { receiptIf } from "#service/ledger/receipts.ts";

/**
 * Whether an event is a player's own: it is folded into the player's stream or moves something on the player's account.
 * A sync of somebody else's inventory is, where it moves this player's copies and shows nothing besides: a receipt
 * shows the whole event, or its leaf could not be recomputed.
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

/** Before syncs were split, one event held everything a sync found. */
function showsCopiesOfAlone(found: SyncFindings, playerId: string): boolean {
  const { credited, confirmed, returned, inPlay, moved } = found;
  const isAlone = [credited, confirmed, returned, inPlay].every(({ length }) => length === 0);
  return isAlone && moved.every(({ from }) => from === playerId);
}

/** An event's receipt for a player who is party to it; null for others too, so that the two look the same. */
export const receiptFor = (
  playerId: string,
  position: number,
  context: SigningContext,
): Promise<Receipt | null> => receiptIf((event) => isPartyTo(event, playerId), position, context);
