import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** What features put on the page of a player's own settings: a card each, in the order of the features. */
export const settingsSections = defineSlot<LazyPage>();
