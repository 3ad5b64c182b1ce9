import { DAY_MS } from "#domain/kernel/time.ts";
import type { AllGames } from "../../games/rounds.ts";
import { ofType } from "../../kernel/events/columns.ts";
import { flatDecodedEvents, ID_OF_STREAM } from "../../kernel/events/decoded-events.ts";
import type { Projection, TableNames } from "../../kernel/projection.ts";

/** A claim takes all that the creator's games have earned. */
const claims = flatDecodedEvents("share_claims", "CreatorShareClaimed", { creator_id: ID_OF_STREAM });

const sums = (table: TableNames): string => `insert into ${table("creator_earnings")} as t
      (game_id, currency, creator_id, volume, earned, unclaimed)
    select game_id, currency, max(e.creator_id), coalesce(max(t.volume), 0) + sum(e.volume),
      coalesce(max(t.earned), 0) + sum(e.share),
      coalesce(sum(e.share) filter (where e.position > coalesce(c.claimed_at, 0)), 0)
        + case when max(c.claimed_at) is null then coalesce(max(t.unclaimed), 0) else 0 end
    from (
      select made_game_id as game_id, currency, creator_id, position, volume, share from made_earned
      union all
      select game_id, currency, creator_id, 0, 0, 0 from ${table("creator_earnings")}
        where creator_id in (select creator_id from share_claims)
    ) e
    left join (select creator_id, max(position) as claimed_at from share_claims group by creator_id) c
      on c.creator_id = e.creator_id
    left join ${table("creator_earnings")} t using (game_id, currency)
    group by game_id, currency
    on conflict (game_id, currency) do update set volume = excluded.volume, earned = excluded.earned,
      unclaimed = excluded.unclaimed`;

const days = (table: TableNames): string => `insert into ${table("creator_days")} as t
      (creator_id, day, game_id, currency, volume, earned)
    select creator_id, recorded_at / ${DAY_MS}, made_game_id, currency, sum(volume), sum(share)
    from made_earned group by 1, 2, 3, 4
    on conflict (creator_id, day, game_id, currency) do update set volume = t.volume + excluded.volume,
      earned = t.earned + excluded.earned`;

/** Each game's earnings and their unclaimed part, and earnings by UTC day. */
export const creatorEarningsOf = ({ made }: AllGames): Projection => ({
  name: "creator-earnings",
  version: 1,
  tables: {
    creator_earnings: {
      columns: {
        ...ofType("text not null", "game_id", "currency", "creator_id"),
        ...ofType("bigint not null", "volume", "earned", "unclaimed"),
      },
      key: ["game_id", "currency"],
      indexes: ["creator_id"],
      fillfactor: 70,
    },
    creator_days: {
      columns: {
        creator_id: "text not null",
        // days since 1970
        day: "bigint not null",
        game_id: "text not null",
        currency: "text not null",
        volume: "bigint not null",
        earned: "bigint not null",
      },
      key: ["creator_id", "day", "game_id", "currency"],
      fillfactor: 70,
    },
  },
  reads: [made.earned, claims],
  apply: (table) => [sums(table), days(table)],
});
