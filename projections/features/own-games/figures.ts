import type { GameFilter } from "#domain/features/house-flips/contract.ts";
import type { Course, GameFigures } from "#domain/features/own-games/contract.ts";
import { courseOf } from "#domain/features/own-games/course.ts";
import { COURSE_GAMES_MAX, FIGURES_GAMES_MAX } from "#domain/features/own-games/rules.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { ownGames } from "../house-flips/game-history.ts";

interface FiguresRow extends Row {
  readonly game_type: string;
  readonly currency: GameFigures["currency"];
  readonly games: bigint;
  readonly wins: bigint;
  readonly staked: bigint;
  readonly paid: bigint;
  readonly biggest_win: bigint;
}

/** Results of a player's filtered games by game and currency, most played first. */
export async function ownFigures(
  models: ReadModels,
  filter: GameFilter & { readonly playerId: string },
): Promise<{ figures: GameFigures[]; isWhole: boolean }> {
  const { from, values } = ownGames({ ...filter, limit: FIGURES_GAMES_MAX });
  const rows = await models.ask<FiguresRow>(
    (table) => `select game_type, currency, count(*) as games, count(*) filter (where side = result) as wins,
        sum(stake)::bigint as staked, sum(payout)::bigint as paid,
        greatest(max(payout - stake), 0)::bigint as biggest_win
      from ${from(table)}
      group by game_type, currency order by games desc, game_type, currency`,
    values,
  );
  const counted = rows.reduce((sum, { games }) => sum + games, 0n);
  const figures = rows.map((row) => ({
    gameType: row.game_type,
    currency: row.currency,
    games: Number(row.games),
    wins: Number(row.wins),
    staked: formatMinor(row.staked),
    paid: formatMinor(row.paid),
    net: formatMinor(row.paid - row.staked),
    biggestWin: formatMinor(row.biggest_win),
  }));
  return { figures, isWhole: counted < BigInt(FIGURES_GAMES_MAX) };
}

interface NetRow extends Row {
  readonly net: bigint;
  readonly settled_at: bigint;
}

/** How a player's net went over the newest games, in each currency that was played. */
export async function ownCourses(models: ReadModels, playerId: string): Promise<Course[]> {
  const courses = await Promise.all(
    (["RBX", "TIX"] as const).map(async (currency) => {
      const { from, values } = ownGames({ playerId, currency, limit: COURSE_GAMES_MAX });
      const rows = await models.ask<NetRow>(
        (table) => `select payout - stake as net, settled_at from ${from(table)} order by position`,
        values,
      );
      const points = courseOf(rows.map(({ net, settled_at }) => ({ net, at: Number(settled_at) })));
      return {
        currency,
        games: rows.length,
        points: points.map(({ games, at, net }) => ({ games, at: instantOf(at), net: formatMinor(net) })),
      };
    }),
  );
  return courses.filter(({ games }) => games > 0);
}
