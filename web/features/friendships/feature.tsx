import { FriendCount, RequestCount, RequestNews } from "#web/features/friendships/counts.tsx";
import { profileActions } from "#web/layout/slots/profile-parts.ts";
import { socialTabs } from "#web/layout/slots/social-tabs.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const friendships = defineFeature({
  name: "friendships",
  routes: [
    page("/social", "player", {
      title: "Social",
      load: () => import("#web/features/friendships/page.tsx"),
      header: { order: 34, label: "Social", Count: RequestNews },
    }),
    page("/social", "visitor", {
      title: "Social",
      load: () => import("#web/features/friendships/signed-out-page.tsx"),
    }),
  ],
  fills: [
    socialTabs.fill({
      id: "friends",
      label: "Friends",
      Count: FriendCount,
      page: lazyPage(() => import("#web/features/friendships/friends-tab.tsx")),
    }),
    socialTabs.fill({
      id: "requests",
      label: "Requests",
      Count: RequestCount,
      page: lazyPage(() => import("#web/features/friendships/requests-tab.tsx")),
    }),
    profileActions.fill(lazyPage(() => import("#web/features/friendships/profile-acts.tsx"))),
  ],
});
