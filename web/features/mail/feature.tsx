import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const mail = defineFeature({
  name: "mail",
  routes: [
    {
      path: "/admin/mails",
      title: "Mails",
      access: "admin",
      page: lazyPage(() => import("#web/features/mail/admin-page.tsx")),
      console: { order: 29, label: "Mails" },
    },
  ],
  fills: [settingsSections.fill(lazyPage(() => import("#web/features/mail/email-card.tsx")))],
});
