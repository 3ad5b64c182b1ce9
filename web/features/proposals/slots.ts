import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** What else waits for a second admin, below the proposals. */
export const secondAdminSections = defineSlot<LazyPage>();
