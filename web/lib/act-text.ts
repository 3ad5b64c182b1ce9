import type { Answer } from "#web/lib/api/api.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** A proposed act. */
export type ProposedAct = Answer<"GET /admin/proposals">["items"][number]["act"];

/** An act as a title and the facts that a second admin has to know. */
export interface ActText {
  readonly title: string;
  readonly facts: readonly string[];
}

/** The words for a feature's own acts; null for the acts of others. */
export const actTexts = defineSlot<(act: ProposedAct) => ActText | null>();
