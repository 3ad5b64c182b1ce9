import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const sessions = defineFeature({
  name: "sessions",
  fills: [settingsSections.fill(lazyPage(() => import("#web/features/sessions/card.tsx")))],
  routes: [
    {
      path: "/sessions",
      title: "Where You Are Signed In",
      access: "player",
      account: { label: "Where you are signed in", order: 30 },
      page: lazyPage(() => import("#web/features/sessions/page.tsx")),
    },
  ],
});
