import { secondAdminSections } from "#web/features/proposals/slots.ts";
import { depositNotes } from "#web/layout/slots/deposit-notes.ts";
import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

/** The words for a debt that is proposed to be written off. */
function debtActText(act: ProposedAct): ActText | null {
  if (act.kind !== "write_off_debt") return null;
  const owed = `${money(readMoney(act.owed))} ${act.asset}`;
  return {
    title: `Write off what ${act.player.username} owes`,
    facts: [`${owed} when it was proposed, at the house's cost`],
  };
}

export const deposits = defineFeature({
  name: "deposits",
  routes: [
    page("/deposits", "player", {
      title: "Deposits",
      load: () => import("#web/features/deposits/page.tsx"),
      sections: depositNotes,
      header: { order: 30, label: "Deposits" },
    }),
    page("/admin/review", "admin", {
      title: "Review Queue",
      load: () => import("#web/features/deposits/review/review-page.tsx"),
      console: { order: 20, label: "Review" },
    }),
  ],
  fills: [
    actTexts.fill(debtActText),
    secondAdminSections.fill(
      lazyPage(() => import("#web/features/deposits/review/second-approvals-card.tsx")),
    ),
  ],
});
