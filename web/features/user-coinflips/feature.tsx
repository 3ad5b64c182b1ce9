import { gameKinds } from "#web/features/user-games/slots.ts";
import { defineFeature } from "#web/lib/feature.ts";
import { ruleMoney } from "#web/lib/format.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

/** 100.00 in minor units, and all of a stake in hundredths of a percent. */
const WHOLE = 10_000n;

export const userCoinflips = defineFeature({
  name: "user-coinflips",
  fills: [
    gameKinds.fill({
      gameType: "coinflip",
      label: "Coin Flip",
      page: lazyPage(() => import("#web/features/user-coinflips/play-card.tsx")),
      pays: (edge) => `A bet of 100.00 pays ${ruleMoney(2n * (WHOLE - edge))} on a win.`,
      rules: [
        "Call RBX or TIX and stake that side's currency.",
        "Both sides are equally likely: one bit decides, drawn from your own pair of seeds.",
        "A correct call pays twice your stake, less the edge on the whole amount; a wrong one pays nothing.",
        "The creator earns the edge, less the house's share.",
      ],
    }),
  ],
});
