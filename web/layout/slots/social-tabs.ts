import type { ComponentType } from "react";
import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** A tab of the social hub. */
export interface SocialTab {
  /** Its name in the address: `/social?tab=friends`. */
  readonly id: string;
  readonly label: string;
  /** How much there is, behind the label. */
  readonly Count?: ComponentType;
  readonly page: LazyPage;
}

/** What features put into the social hub, in the order of the features. */
export const socialTabs = defineSlot<SocialTab>();
