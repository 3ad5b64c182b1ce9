import type { Answer } from "#web/lib/api/api.ts";
import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

type ProfilePart = LazyPage<{ readonly profile: Answer<"GET /players/{id}"> }>;

/** Actions on a player, beside the name on the profile. */
export const profileActions = defineSlot<ProfilePart>();
/** What features show of a player, below the figures on the profile. */
export const profileSections = defineSlot<ProfilePart>();
