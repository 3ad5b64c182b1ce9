import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** What features open from a level on: an item of a list each. */
export const levelOpenings = defineSlot<LazyPage>();
