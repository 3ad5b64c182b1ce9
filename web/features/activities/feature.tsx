import { profileSections } from "#web/layout/slots/profile-parts.ts";
import { socialTabs } from "#web/layout/slots/social-tabs.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const activities = defineFeature({
  name: "activities",
  fills: [
    socialTabs.fill({
      id: "activity",
      label: "Activity",
      page: lazyPage(() => import("#web/features/activities/activity-tab.tsx")),
    }),
    profileSections.fill(lazyPage(() => import("#web/features/activities/profile-activity.tsx"))),
  ],
});
