import { mail } from "#service/features/mail/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { resealColumn } from "#service/keys/reseal-column.ts";
import { createSealer } from "#service/keys/seal.ts";
import { detailsPlace, PaymentMethods } from "./methods.ts";
import { paymentMethodRoutes } from "./routes.ts";

export interface PaymentMethodServices {
  readonly methods: PaymentMethods;
}

export const paymentMethods = defineServiceFeature({
  name: "payment-methods",
  create: (core): PaymentMethodServices => {
    const { addresses } = mail.of(core);
    const confirmed = async (playerId: string) => (await addresses.shown(playerId)).deliversTo;
    const sealer = createSealer({ keys: core.config.tokenKeys });
    return { methods: new PaymentMethods({ db: core.db, sealer, now: core.now, confirmed }) };
  },
  routes: paymentMethodRoutes,
  reseal: async (db, { tokenKeys }) => {
    const column = { table: "payment_methods", key: "method_id", column: "details", placeOf: detailsPlace };
    return `payment methods: ${await resealColumn(db, createSealer({ keys: tokenKeys }), column)}`;
  },
  personal: [
    {
      table: "payment_methods",
      player: "player_id",
      shown: ["method_id", "method", "details", "is_default", "created_at"],
      opened: { column: "details", placeOf: (row) => detailsPlace(String(row["player_id"])) },
    },
  ],
});
