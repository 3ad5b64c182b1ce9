import type { Database } from "#projections/kernel/sql.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { countMails } from "#service/integrations/mail/outbox.ts";
import { resealColumn } from "#service/keys/reseal-column.ts";
import { createSealer, type Sealer } from "#service/keys/seal.ts";
import { addressPlace } from "./addresses.ts";
import { returnedRoutes } from "./returned.ts";
import { mailRoutes } from "./routes.ts";
import { createMail } from "./services.ts";

/** Where sealed texts are stored: table, key column, text column. */
const SEALED = [
  ["email_addresses", "player_id", "address"],
  ["email_confirmations", "player_id", "address"],
  ["mails", "id", "content"],
] as const;

/** Seals addresses and waiting mails again with the newest key. @returns their number */
async function resealMail(db: Database, sealer: Sealer): Promise<number> {
  let done = 0;
  for (const [table, key, column] of SEALED)
    done += await resealColumn(db, sealer, { table, key, column, placeOf: addressPlace });
  return done;
}

export const mail = defineServiceFeature({
  name: "mail",
  create: createMail,
  routes: (app, deps) => {
    mailRoutes(app, deps);
    returnedRoutes(app, deps);
  },
  jobs: ({ post }) =>
    post === null
      ? []
      : [
          { stop: async () => post.close() },
          post.sending,
          { start: () => post.follower.begin(), stop: async () => {} },
          post.following,
        ],
  appended: (events, { post }) => {
    if (post?.follower.concerns(events) === true) post.following.wake();
  },
  metrics: async ({ db }) => {
    const mails = await countMails(db);
    const samples = [...mails].map(([state, value]) => ({ labels: { state }, value }));
    return [
      {
        name: "florin_mails",
        help: "Mails of the last 30 days, by what became of them.",
        type: "gauge",
        samples,
      },
    ];
  },
  reseal: async (db, { tokenKeys }) =>
    `addresses and mails: ${await resealMail(db, createSealer({ keys: tokenKeys }))}`,
  personal: [
    {
      table: "email_addresses",
      player: "player_id",
      shown: ["player_id", "address", "verified_at", "bounced_at"],
      opened: { column: "address", placeOf: (row) => addressPlace(String(row["player_id"])) },
    },
    {
      table: "email_confirmations",
      player: "player_id",
      shown: ["player_id", "address", "expires_at"],
      opened: { column: "address", placeOf: (row) => addressPlace(String(row["player_id"])) },
    },
    {
      table: "mails",
      player: "player_id",
      shown: ["id", "kind", "position", "state", "attempts", "created_at", "ended_at"],
    },
  ],
});
