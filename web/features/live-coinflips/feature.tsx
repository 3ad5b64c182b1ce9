import { casinoSections } from "#web/features/house-flips/slots.ts";
import { coinflipKind } from "#web/features/live-coinflips/prove/proof-kind.ts";
import { proofKinds } from "#web/layout/slots/proof-kinds.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const liveCoinflips = defineFeature({
  name: "live-coinflips",
  routes: [
    page("/limiteds", "player", {
      title: "Roblox Limiteds",
      load: () => import("#web/features/live-coinflips/hub-page.tsx"),
      header: { order: 20, label: "Limiteds" },
    }),
    page("/limiteds-coinflip", "everyone", {
      title: "Limiteds Coinflip",
      load: () => import("#web/features/live-coinflips/limiteds-page.tsx"),
    }),
  ],
  watchers: [lazyPage(() => import("#web/features/live-coinflips/watch/result-watcher.tsx"))],
  fills: [
    proofKinds.fill(coinflipKind),
    casinoSections.fill(lazyPage(() => import("#web/features/live-coinflips/panel.tsx"))),
  ],
});
