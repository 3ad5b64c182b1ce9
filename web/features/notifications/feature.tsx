import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const notifications = defineFeature({
  name: "notifications",
  watchers: [lazyPage(() => import("#web/features/notifications/news-watcher.tsx"))],
});
