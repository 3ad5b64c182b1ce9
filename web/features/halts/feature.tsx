import { haltActText } from "#web/features/halts/act-text.ts";
import { HaltBanner } from "#web/features/halts/halt-banner.tsx";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";

export const halts = defineFeature({
  name: "halts",
  banners: [{ order: 10, View: HaltBanner }],
  fills: [actTexts.fill(haltActText)],
});
