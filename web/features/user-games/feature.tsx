import { playerSections } from "#web/layout/slots/player-sections.ts";
import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { defineFeature, page } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

/** The words for a stopped game that is proposed to take bets again. */
const userGameActText = (act: ProposedAct): ActText | null =>
  act.kind === "lift_game_halt"
    ? {
        title: `Let "${act.title}" by ${act.player.username} take bets again`,
        facts: [`Stopped: ${act.halt}`],
      }
    : null;

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
