import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** What else of payments an admin has to look at, above the lists. */
export const paymentSections = defineSlot<LazyPage>();
