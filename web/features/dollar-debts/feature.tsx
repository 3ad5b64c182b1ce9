import { dollarDebtActText } from "#web/features/dollar-debts/act-text.ts";
import { playerSections } from "#web/layout/slots/player-sections.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const dollarDebts = defineFeature({
  name: "dollar-debts",
  fills: [
    actTexts.fill(dollarDebtActText),
    playerSections.fill(lazyPage(() => import("#web/features/dollar-debts/debt-section.tsx"))),
  ],
});
