import { settingsSections } from "#web/layout/settings-sections.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const mail = defineFeature({
  name: "mail",
  fills: [settingsSections.fill(lazyPage(() => import("#web/features/mail/email-card.tsx")))],
});
