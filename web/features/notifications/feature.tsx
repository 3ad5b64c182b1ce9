import { UnreadCount } from "#web/features/notifications/unread-count.tsx";
import { socialTabs } from "#web/layout/slots/social-tabs.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const notifications = defineFeature({
  name: "notifications",
  headerTools: [{ order: 10, ...lazyPage(() => import("#web/features/notifications/bell.tsx")) }],
  watchers: [lazyPage(() => import("#web/features/notifications/news-watcher.tsx"))],
  fills: [
    socialTabs.fill({
      id: "notifications",
      label: "Notifications",
      Count: UnreadCount,
      page: lazyPage(() => import("#web/features/notifications/tab.tsx")),
    }),
  ],
});
