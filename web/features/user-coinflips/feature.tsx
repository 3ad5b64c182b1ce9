import { gameKinds } from "#web/features/user-games/slots.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

export const userCoinflips = defineFeature({
  name: "user-coinflips",
  fills: [
    gameKinds.fill({
      gameType: "coinflip",
      label: "Coin Flip",
      page: lazyPage(() => import("#web/features/user-coinflips/play-card.tsx")),
      rules: [
        "Call RBX or TIX and stake that side's currency.",
        "Both sides fall equally often: one bit decides, drawn from your own pair of seeds.",
        "A correct call pays twice your stake less the edge of all of it; a wrong one pays nothing.",
        "The edge goes to the creator, less the part that the house keeps.",
      ],
    }),
  ],
});
