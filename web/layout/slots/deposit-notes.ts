import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** What features want said above a player's deposits. */
export const depositNotes = defineSlot<LazyPage>();
