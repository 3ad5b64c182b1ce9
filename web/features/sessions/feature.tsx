import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const sessions = defineFeature({
  name: "sessions",
  fills: [settingsSections.fill(lazyPage(() => import("#web/features/sessions/card.tsx")))],
  routes: [
    page("/sessions", "player", {
      title: "Where You Are Signed In",
      account: { label: "Where you are signed in", order: 30 },
      load: () => import("#web/features/sessions/page.tsx"),
    }),
  ],
});
