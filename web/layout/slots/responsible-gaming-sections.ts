import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** What features add to the page on responsible gaming, above its facts. */
export const responsibleGamingSections = defineSlot<LazyPage>();
