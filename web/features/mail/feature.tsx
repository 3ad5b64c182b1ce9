import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const mail = defineFeature({
  name: "mail",
  routes: [
    page("/admin/mails", "admin", {
      title: "Mails",
      load: () => import("#web/features/mail/admin-page.tsx"),
      console: { order: 29, label: "Mails" },
    }),
  ],
  fills: [settingsSections.fill(lazyPage(() => import("#web/features/mail/email-card.tsx")))],
});
