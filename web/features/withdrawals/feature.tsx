import { withdrawalActText } from "#web/features/withdrawals/act-text.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";

export const withdrawals = defineFeature({
  name: "withdrawals",
  routes: [],
  fills: [actTexts.fill(withdrawalActText)],
});
