import { BOT_DIALOG } from "#web/features/bot-flips/messages.ts";
import { itemGames } from "#web/features/live-coinflips/slots.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const botFlips = defineFeature({
  name: "bot-flips",
  fills: [
    itemGames.fill({
      dialog: BOT_DIALOG,
      offer: lazyPage(() => import("#web/features/bot-flips/play-bot.tsx")),
      game: lazyPage(() => import("#web/features/bot-flips/bot-game.tsx")),
    }),
  ],
});
