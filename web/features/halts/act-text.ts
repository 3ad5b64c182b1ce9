import type { ActText, ProposedAct } from "#web/lib/act-text.ts";
import { dateAndTime } from "#web/lib/format.ts";

/** The words for a halt whose end is proposed. */
export const haltActText = (act: ProposedAct): ActText | null =>
  act.kind === "resume_stakes"
    ? { title: "Take stakes again", facts: [`Halted since ${dateAndTime(act.since)}: ${act.halt}`] }
    : null;
