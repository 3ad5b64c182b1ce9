import { defineFeature, page } from "#web/lib/feature.ts";

export const audit = defineFeature({
  name: "audit",
  routes: [
    page("/admin/players", "admin", {
      title: "Players",
      load: () => import("#web/features/audit/players-page.tsx"),
      console: { order: 40, label: "Players" },
    }),
    page("/admin/players/:id", "admin", {
      title: "Player",
      load: () => import("#web/features/audit/player-page.tsx"),
    }),
    page("/admin/accounts", "admin", {
      title: "Accounts",
      load: () => import("#web/features/audit/accounts-page.tsx"),
      console: { order: 50, label: "Accounts" },
    }),
    page("/admin/accounts/:account", "admin", {
      title: "Account",
      load: () => import("#web/features/audit/account-page.tsx"),
    }),
    page("/admin/events", "admin", {
      title: "Events",
      load: () => import("#web/features/audit/events-page.tsx"),
      console: { order: 60, label: "Events" },
    }),
    page("/admin/events/:position", "admin", {
      title: "Event",
      load: () => import("#web/features/audit/event-page.tsx"),
    }),
  ],
});
