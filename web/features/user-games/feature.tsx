import { userGameActText } from "#web/features/user-games/act-text.ts";
import { playerSections } from "#web/layout/slots/player-sections.ts";
import { actTexts } from "#web/lib/act-text.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const userGames = defineFeature({
  name: "user-games",
  routes: [
    {
      path: "/user-games",
      title: "User Created Games",
      access: "player",
      page: lazyPage(() => import("#web/features/user-games/page.tsx")),
      header: { order: 25, label: "Games" },
    },
    {
      path: "/user-games/:id",
      title: "Game",
      access: "player",
      page: lazyPage(() => import("#web/features/user-games/game-page.tsx")),
    },
    {
      path: "/admin/user-games",
      title: "Games of Players",
      access: "admin",
      page: lazyPage(() => import("#web/features/user-games/admin-page.tsx")),
      console: { order: 75, label: "Games" },
    },
  ],
  fills: [
    actTexts.fill(userGameActText),
    playerSections.fill(lazyPage(() => import("#web/features/user-games/ties-section.tsx"))),
  ],
});
