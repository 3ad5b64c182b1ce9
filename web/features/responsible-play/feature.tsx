import { ExcludedWatcher } from "#web/features/responsible-play/excluded-watcher.tsx";
import { LazySessionBar } from "#web/features/responsible-play/lazy-bar.tsx";
import { responsibleGamingSections } from "#web/layout/responsible-gaming-sections.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const responsiblePlay = defineFeature({
  name: "responsible-play",
  banners: [{ order: 20, View: LazySessionBar }],
  watchers: [{ View: ExcludedWatcher }],
  fills: [
    responsibleGamingSections.fill(lazyPage(() => import("#web/features/responsible-play/section.tsx"))),
  ],
});
