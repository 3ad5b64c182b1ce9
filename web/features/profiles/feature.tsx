import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const profiles = defineFeature({
  name: "profiles",
  routes: [
    {
      path: "/players/:id",
      title: "Player",
      access: "everyone",
      page: lazyPage(() => import("#web/features/profiles/page.tsx")),
    },
  ],
  accountParts: [{ order: 2, ...lazyPage(() => import("#web/features/profiles/own-profile-link.tsx")) }],
  fills: [settingsSections.fill(lazyPage(() => import("#web/features/profiles/privacy-card.tsx")))],
});
