import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const audit = defineFeature({
  name: "audit",
  routes: [
    {
      path: "/admin/players",
      title: "Players",
      access: "admin",
      page: lazyPage(() => import("#web/features/audit/players-page.tsx")),
      console: { order: 40, label: "Players" },
    },
    {
      path: "/admin/players/:id",
      title: "Player",
      access: "admin",
      page: lazyPage(() => import("#web/features/audit/player-page.tsx")),
    },
    {
      path: "/admin/accounts",
      title: "Accounts",
      access: "admin",
      page: lazyPage(() => import("#web/features/audit/accounts-page.tsx")),
      console: { order: 50, label: "Accounts" },
    },
    {
      path: "/admin/accounts/:account",
      title: "Account",
      access: "admin",
      page: lazyPage(() => import("#web/features/audit/account-page.tsx")),
    },
    {
      path: "/admin/events",
      title: "Events",
      access: "admin",
      page: lazyPage(() => import("#web/features/audit/events-page.tsx")),
      console: { order: 60, label: "Events" },
    },
    {
      path: "/admin/events/:position",
      title: "Event",
      access: "admin",
      page: lazyPage(() => import("#web/features/audit/event-page.tsx")),
    },
  ],
});
