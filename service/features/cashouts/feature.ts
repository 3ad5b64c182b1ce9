import { defineServiceFeature } from "#service/features/service-feature.ts";
import { resealColumn } from "#service/keys/reseal-column.ts";
import { createSealer } from "#service/keys/seal.ts";
import { cashoutMails } from "./mails.ts";
import { cashoutRoutes } from "./routes.ts";
import { createCashouts } from "./services.ts";
import { targetPlace } from "./targets.ts";

export const cashouts = defineServiceFeature({
  name: "cashouts",
  create: createCashouts,
  routes: cashoutRoutes,
  jobs: ({ paying }) => [paying],
  mails: cashoutMails,
  reseal: async (db, { tokenKeys }) => {
    const column = { table: "cashout_targets", key: "cashout_id", column: "address", placeOf: targetPlace };
    return `addresses of cash-outs: ${await resealColumn(db, createSealer({ keys: tokenKeys }), column)}`;
  },
  personal: [
    {
      table: "cashout_targets",
      player: "player_id",
      shown: ["cashout_id", "address"],
      opened: { column: "address", placeOf: (row) => targetPlace(String(row["cashout_id"])) },
    },
  ],
});
