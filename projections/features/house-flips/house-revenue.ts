import { DAY_MS } from "#domain/kernel/time.ts";
import type { AllGames } from "../../games/rounds.ts";
import { ofType } from "../../kernel/events/columns.ts";
import type { Projection } from "../../kernel/projection.ts";

/** Adds sums of a slice to those that are there. */
const added = (table: string, sums: string): string =>
  `insert into ${table} as t (day, currency, game_type, games, wagered, paid_out, edge)
    ${sums}
    on conflict (day, currency, game_type) do update set games = t.games + excluded.games,
      wagered = t.wagered + excluded.wagered, paid_out = t.paid_out + excluded.paid_out,
      edge = t.edge + excluded.edge`;

/** What the house took and gave on each UTC day, by currency and kind of game. */
export const houseRevenueOf = ({ rounds }: AllGames): Projection => ({
  name: "house-revenue",
  version: 3,
  tables: {
    house_revenue: {
      columns: {
        // days since 1970
        day: "bigint not null",
        currency: "text not null",
        game_type: "text not null",
        ...ofType("bigint not null", "games", "wagered", "paid_out", "edge"),
      },
      key: ["day", "currency", "game_type"],
      fillfactor: 50,
    },
  },
  reads: rounds.map(({ settled }) => settled.facts),
  apply: (table) =>
    rounds.map(({ settled: { facts, gameType, currency, wagered, games = "1" } }) =>
      added(
        table("house_revenue"),
        `select recorded_at / ${DAY_MS} as day, ${currency}, ${gameType}, sum(${games}), sum(${wagered}), sum(payout), sum(edge)
      from ${facts.name} where ${currency} is not null group by 1, 2`,
      ),
    ),
});
