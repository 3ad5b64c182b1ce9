import type { NewEvent, StreamName } from "../../kernel/event.ts";
import { platform, playerAccount } from "../../ledger/account.ts";
import type { Copy } from "../../ledger/item.ts";
import { move, type Posting } from "../../ledger/posting.ts";

/** A copy as the platform lists it. */
export type SeenCopy = { readonly copy: Copy; readonly serial: number | null };

/** What one command of a sync found and did. Every copy is in one of its lists at most. */
export type SyncFindings = {
  /** Names the sync; its commands share it. */
  readonly sync: string;
  /** When the platform was first asked for the listing, in milliseconds. */
  readonly listedAt: number;
  /** Whether this ends the sync: what `inPlay` of the whole sync does not name is then in play no more. */
  readonly complete: boolean;
  /** How many copies the whole listing has; of copies that came from another player, how many these are. */
  readonly listed: number;
  /** Nobody had them: credited from `platform`. */
  readonly credited: readonly SeenCopy[];
  /** Another player had them on sight alone, and they are here now. */
  readonly moved: readonly (SeenCopy & { readonly from: string })[];
  /** The player had them already, otherwise than on sight; they are seen here now. */
  readonly confirmed: readonly SeenCopy[];
  /** The player had them on sight, and they are gone from the platform's listing. */
  readonly returned: readonly Copy[];
  /** Listed here, but not free: in escrow, or held for good by somebody else. */
  readonly inPlay: readonly SeenCopy[];
};

/**
 * What a player has at the platform was looked at, and the ledger brought in line with it. Copies that come from
 * another player are in an event for each of these, with nothing else in it: that player may see the event whole.
 */
export type InventorySynced = NewEvent<"InventorySynced", SyncFindings>;

/** Copies that a player had on sight are no longer known by that: seen elsewhere, or taken into custody. */
export type SightingsEnded = NewEvent<"SightingsEnded", { readonly copies: readonly Copy[] }>;

export type InventoryEvent = InventorySynced | SightingsEnded;

/** The stream of what was seen of a player's inventory at the platform. */
export const inventoryStream = (playerId: string): StreamName => `inventory:${playerId}`;

/** The event of one command of a sync; every copy that moves is one move. */
export function inventorySynced(playerId: string, found: SyncFindings): InventorySynced {
  const account = playerAccount(playerId);
  const postings: Posting[] = [];
  for (const { copy } of found.credited)
    postings.push(...move({ from: platform, to: account, asset: copy, amount: 1n }));
  for (const { copy, from } of found.moved)
    postings.push(...move({ from: playerAccount(from), to: account, asset: copy, amount: 1n }));
  for (const copy of found.returned)
    postings.push(...move({ from: account, to: platform, asset: copy, amount: 1n }));
  const stream = inventoryStream(playerId);
  return { type: "InventorySynced", schemaVersion: 1, stream, payload: found, postings };
}

/** The event of sightings that have ended; it moves nothing. */
export const sightingsEnded = (playerId: string, copies: readonly Copy[]): SightingsEnded => ({
  type: "SightingsEnded",
  schemaVersion: 1,
  stream: inventoryStream(playerId),
  payload: { copies },
  postings: [],
});
