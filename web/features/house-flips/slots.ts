import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** Other games on the casino's page, below the game against the house. */
export const casinoSections = defineSlot<LazyPage>();
