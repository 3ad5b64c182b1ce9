import type { ActText, ProposedAct } from "#web/lib/act-text.ts";

/** The words for what is proposed to be sent to another log. */
export function transitActText(act: ProposedAct): ActText | null {
  if (act.kind === "send_bank")
    return {
      title: `Send ${act.amount} ${act.currency} to log ${act.log}`,
      facts: ["It leaves the bank here for the bank of that log, and cannot be called back."],
    };
  if (act.kind !== "send_item") return null;
  const { item, serial, log, copy } = act;
  return {
    title: `Send ${serial === null ? item : `${item} #${serial}`} to log ${log}`,
    facts: [copy, "It leaves the house here for the house of that log, and cannot be called back."],
  };
}
