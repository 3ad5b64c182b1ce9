import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** What features add to a player's file in the admin console, below what every player has. */
export const playerSections = defineSlot<LazyPage<{ readonly playerId: string }>>();
