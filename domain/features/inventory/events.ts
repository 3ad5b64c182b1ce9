import { z } from "zod";
import { platform, playerAccount } from "../../accounts/account.ts";
import type { Copy } from "../../accounts/item.ts";
import { copy } from "../../accounts/payload.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { anyOf, defineEvent, type Immutable, type PayloadOf } from "../../kernel/events/event-definition.ts";
import { whole } from "../../kernel/events/payload.ts";
import { move } from "../../ledger/posting.ts";

const seenCopy = z.strictObject({ copy, serial: whole.nullable() });
/** A copy as the platform lists it. */
export type SeenCopy = Immutable<z.infer<typeof seenCopy>>;

const findings = z.strictObject({
  /** Names the sync; its commands share it. */
  sync: z.string(),
  /** When the platform was first asked for the listing, in milliseconds. */
  listedAt: whole,
  /** Whether this ends the sync: what `inPlay` of the whole sync does not name is then no longer in play. */
  complete: z.boolean(),
  /** How many copies the whole listing has; of copies that came from another player, how many these are. */
  listed: whole,
  /** Nobody had them: credited from `platform`. */
  credited: z.array(seenCopy),
  /** Another player had them only on sight; they are here now. */
  moved: z.array(seenCopy.extend({ from: z.string() })),
  /** The player already held them otherwise; they are seen here now. */
  confirmed: z.array(seenCopy),
  /** The player had them on sight, and they are gone from the platform's listing. */
  returned: z.array(copy),
  /** Listed here, but not free: in escrow, or held permanently by another player. */
  inPlay: z.array(seenCopy),
});
/** What one command of a sync found and did. Every copy is in one of its lists at most. */
export type SyncFindings = PayloadOf<typeof findings>;

/** The stream of what was seen of a player's inventory at the platform. */
export const inventoryStream = (playerId: string): StreamName => `inventory:${playerId}`;

/**
 * What a player has at the platform was looked at, and the ledger brought in line with it. Copies that come from
 * another player are in an event for each of these, with nothing else in it: that player may see the event whole.
 */
export const inventorySynced = defineEvent({
  type: "InventorySynced",
  payload: findings,
  record: (playerId: string, found: SyncFindings) => {
    const account = playerAccount(playerId);
    const moved = (from: typeof account, to: typeof account, asset: Copy) =>
      move({ from, to, asset, amount: 1n });
    return {
      streams: [inventoryStream(playerId)],
      payload: found,
      postings: [
        ...found.credited.flatMap((seen) => moved(platform, account, seen.copy)),
        ...found.moved.flatMap((seen) => moved(playerAccount(seen.from), account, seen.copy)),
        ...found.returned.flatMap((returned) => moved(account, platform, returned)),
      ],
    };
  },
  live: { player: ["inventory"] },
  example: [
    "p_1",
    {
      sync: "s_1",
      listedAt: 1_767_268_800_000,
      complete: true,
      listed: 4,
      credited: [{ copy: "item:101:7", serial: 12 }],
      moved: [{ copy: "item:101:8", serial: null, from: "p_2" }],
      confirmed: [{ copy: "item:102:1", serial: 3 }],
      returned: ["item:103:9"],
      inPlay: [{ copy: "item:104:2", serial: null }],
    },
  ],
});

/** Copies on sight at a player are no longer: seen elsewhere, or taken into custody. */
export const sightingsEnded = defineEvent({
  type: "SightingsEnded",
  payload: z.strictObject({ copies: z.array(copy) }),
  record: (playerId: string, copies: readonly Copy[]) => ({
    streams: [inventoryStream(playerId)],
    payload: { copies },
  }),
  example: ["p_2", ["item:101:8"]],
});

export const inventoryEvents = [inventorySynced, sightingsEnded] as const;
export const isInventoryEvent = anyOf(...inventoryEvents);
