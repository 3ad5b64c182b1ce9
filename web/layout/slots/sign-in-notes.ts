import { defineSlot } from "#web/lib/slot.ts";

/** Sentences that features want said where somebody signs in. */
export const signInNotes = defineSlot<string>();
