import { Suspense } from "react";
import { StepUpWatcher } from "#web/features/second-factors/step-up-watcher.tsx";
import { settingsSections } from "#web/layout/slots/settings-sections.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

const notice = lazyPage(() => import("#web/features/second-factors/admin-notice.tsx"));

/** The notice is rare, so no place is kept for it. */
const AdminNotice = () => (
  <Suspense fallback={null}>
    <notice.View />
  </Suspense>
);

export const secondFactors = defineFeature({
  name: "second-factors",
  watchers: [{ View: StepUpWatcher }],
  consoleTools: [{ order: 5, View: AdminNotice }],
  fills: [settingsSections.fill(lazyPage(() => import("#web/features/second-factors/section.tsx")))],
});
