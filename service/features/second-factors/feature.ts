import {
  passkeyCloneRefused,
  recoveryCodeUsed,
  secondFactorAdded,
  secondFactorRemoved,
  secondFactorsReset,
} from "#domain/features/second-factors/events.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { noticeMail } from "#service/integrations/mail/event-mail.ts";
import { createSealer } from "#service/keys/seal.ts";
import { factorTable } from "./factor-rows.ts";
import { resealTotp } from "./reseal.ts";
import { secondFactorRoutes } from "./routes.ts";
import { createSecondFactors } from "./services.ts";

export const secondFactors = defineServiceFeature({
  name: "second-factors",
  create: createSecondFactors,
  routes: secondFactorRoutes,
  secondFactors: ({ factors }) => factors,
  mails: [
    noticeMail(secondFactorAdded),
    noticeMail(secondFactorRemoved),
    noticeMail(secondFactorsReset),
    noticeMail(recoveryCodeUsed),
    noticeMail(passkeyCloneRefused),
  ],
  sideTable: factorTable,
  reseal: async (db, { tokenKeys }) =>
    `secrets of ${await resealTotp(db, createSealer({ keys: tokenKeys }))} authenticator apps`,
  personal: [
    {
      table: "second_factors",
      player: "player_id",
      shown: ["id", "name", "transports", "is_synced", "created_at", "last_used_at"],
    },
    { table: "passkey_handles", player: "player_id", shown: [] },
    { table: "recovery_codes", player: "player_id", shown: [] },
    { table: "factor_tries", player: "player_id", shown: ["tries", "at"] },
  ],
});
