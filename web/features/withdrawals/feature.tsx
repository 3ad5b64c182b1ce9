import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";

/** The words for a withdrawal that is proposed to be ended. */
function withdrawalActText(act: ProposedAct): ActText | null {
  if (act.kind !== "complete_withdrawal" && act.kind !== "return_withdrawal") return null;
  const { item, player, withdrawalId } = act;
  const { username } = player;
  return act.kind === "complete_withdrawal"
    ? {
        title: `Confirm that ${username} has received ${item}`,
        facts: [`Withdrawal ${withdrawalId}`, "The item leaves custody permanently."],
      }
    : {
        title: `Return ${item} to ${username}, in custody`,
        facts: [`Withdrawal ${withdrawalId}`, "We still have the item, and no trade of it is open."],
      };
}

export const withdrawals = defineFeature({
  name: "withdrawals",
  routes: [
    page("/withdrawals", "player", {
      title: "Withdrawals",
      load: () => import("#web/features/withdrawals/page.tsx"),
      account: { label: "Withdrawals", order: 26 },
    }),
    page("/admin/withdrawals", "admin", {
      title: "Withdrawal Queue",
      load: () => import("#web/features/withdrawals/review-page.tsx"),
      console: { order: 26, label: "Withdrawals" },
    }),
  ],
  fills: [actTexts.fill(withdrawalActText)],
});
