import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

/** The words for what is proposed to be sent to another log. */
function transitActText(act: ProposedAct): ActText | null {
  if (act.kind === "send_bank")
    return {
      title: `Send ${act.amount} ${act.currency} to log ${act.log}`,
      facts: ["It moves from the bank here to the bank of that log, and cannot be recalled."],
    };
  if (act.kind !== "send_item") return null;
  const { item, serial, log, copy } = act;
  return {
    title: `Send ${serial === null ? item : `${item} #${serial}`} to log ${log}`,
    facts: [copy, "It moves from the house here to the house of that log, and cannot be recalled."],
  };
}

export const transits = defineFeature({
  name: "transits",
  routes: [
    page("/admin/transits", "admin", {
      title: "Transits",
      load: () => import("#web/features/transits/page.tsx"),
      console: { order: 72, label: "Transits" },
    }),
  ],
  fills: [actTexts.fill(transitActText)],
});
