import { userGameActText } from "#web/features/user-games/act-text.ts";
import { playerSections } from "#web/layout/slots/player-sections.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const userGames = defineFeature({
  name: "user-games",
  routes: [
    page("/user-games", "player", {
      title: "User Created Games",
      load: () => import("#web/features/user-games/page.tsx"),
      header: { order: 25, label: "Games" },
    }),
    page("/user-games/:id", "player", {
      title: "Game",
      load: () => import("#web/features/user-games/game-page.tsx"),
    }),
    page("/admin/user-games", "admin", {
      title: "Games of Players",
      load: () => import("#web/features/user-games/admin-page.tsx"),
      console: { order: 75, label: "Games" },
    }),
  ],
  fills: [
    actTexts.fill(userGameActText),
    playerSections.fill(lazyPage(() => import("#web/features/user-games/ties-section.tsx"))),
  ],
});
