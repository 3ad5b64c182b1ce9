import { newClientSignedIn } from "#domain/features/players/events.ts";
import { nightOf } from "#domain/kernel/time.ts";
import { live } from "#service/features/live/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import { noticeMail } from "#service/integrations/mail/event-mail.ts";
import { createSealer } from "#service/keys/seal.ts";
import { resealForgotten } from "./forgotten.ts";
import { playerRoutes } from "./routes.ts";
import { createPlayerServices } from "./services.ts";
import { SessionGuard } from "./sessions/session-guard.ts";
import { SessionSweep } from "./sessions/session-sweep.ts";
import { SiteCallers } from "./sessions/site-callers.ts";
import { identities } from "./sign-in/identity-rows.ts";
import { rewrapTokens } from "./sign-in/rewrap-tokens.ts";

export const players = defineServiceFeature({
  name: "players",
  create: createPlayerServices,
  routes: playerRoutes,
  callers: ({ sessions, cookies }, { db, config }) => new SiteCallers({ db, config, sessions, cookies }),
  jobs: ({ sessions }, core) => {
    const { config, now, scheduler, onTrouble } = core;
    return [
      new SessionGuard({ live: live.of(core).hub, sessions, scheduler, onTrouble }),
      new SessionSweep({ sessions, now, nightOf: (at) => nightOf(at, config.nightlyHour), onTrouble }),
    ];
  },
  mails: [noticeMail(newClientSignedIn)],
  sideTable: identities,
  reseal: async (db, { tokenKeys }) => {
    const sealer = createSealer({ keys: tokenKeys });
    return `tokens of ${await rewrapTokens(db, sealer)} players, ${await resealForgotten(db, sealer)}`;
  },
  personal: [
    {
      table: "identities",
      player: "player_id",
      shown: [
        "player_id",
        "platform_id",
        "username",
        "display_name",
        "email",
        "profile_image_url",
        "is_verified",
        "profile",
        "activity",
        "presence",
        "requests",
        "created_at",
        "updated_at",
      ],
    },
    {
      table: "sessions",
      player: "player_id",
      shown: ["id", "created_at", "last_seen_at", "fresh_at", "client"],
    },
    { table: "known_clients", player: "player_id", shown: ["at"] },
    {
      table: "used_keys",
      player: "owner",
      shown: [],
      erase: ["delete from used_keys where owner = $1"],
    },
  ],
});
