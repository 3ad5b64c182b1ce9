import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const profiles = defineFeature({
  name: "profiles",
  routes: [
    page("/players/:id", "everyone", {
      title: "Player",
      load: () => import("#web/features/profiles/page.tsx"),
    }),
  ],
  accountParts: [{ order: 2, ...lazyPage(() => import("#web/features/profiles/own-profile-link.tsx")) }],
  fills: [settingsSections.fill(lazyPage(() => import("#web/features/profiles/privacy-card.tsx")))],
});
