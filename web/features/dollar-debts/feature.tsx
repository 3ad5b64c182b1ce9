import { playerSections } from "#web/layout/slots/player-sections.ts";
import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

/** The words for a debt in dollars that is proposed to be written off. */
function dollarDebtActText(act: ProposedAct): ActText | null {
  if (act.kind !== "write_off_dollar_debt") return null;
  return {
    title: `Write off what ${act.player.username} owes in dollars`,
    facts: [`${dollars(readMoney(act.owed))} when it was proposed, at the house's cost`],
  };
}

export const dollarDebts = defineFeature({
  name: "dollar-debts",
  fills: [
    actTexts.fill(dollarDebtActText),
    playerSections.fill(lazyPage(() => import("#web/features/dollar-debts/debt-section.tsx"))),
  ],
});
