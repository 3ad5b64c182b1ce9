import type { GameType } from "#domain/features/game-tables/table.ts";
import type {
  AdminUserGame,
  AdminUserGamesQuery,
  OwnUserGame,
  USER_GAME_SORTS,
  UserGameListed,
} from "#domain/features/user-games/contract.ts";
import { percentText, returnToPlayer } from "#domain/features/user-games/rules.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { ANYBODY, type Viewer } from "#domain/player/privacy.ts";
import { BadCursorError, cursorBy, placeOf as placeOfCursor } from "../../kernel/cursor.ts";
import type { TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import { pageOf } from "../../kernel/replicas/log-reader.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import {
  FORGOTTEN_NAME,
  namedPlayerOf,
  PLAYER_COLUMNS,
  type PlayerColumns,
  playerOf,
  withIdentity,
} from "../players/identity.ts";

/** Maximum games a search scans, in list order. */
const SEARCHED_MAX = 10_000;

const GAME_COLUMNS = `g.game_id, g.creator_id, g.creator_id as player_id, g.game_type, g.title, g.description, g.min_bet,
  g.max_bet, g.edge, g.is_active, g.halt, g.version, g.created_position, g.created_at, g.updated_at, g.played, g.volume,
  i.display_name, ${PLAYER_COLUMNS}`;

/** Whether a game's creator is suspended. A subquery, not a join, so that pages are read off their index. */
const isOfSuspended = (table: TableNames, creator: string): string =>
  `coalesce((select is_suspended from ${table("suspensions")} where player_id = ${creator}), false)`;

interface GameRow extends PlayerColumns {
  readonly game_id: string;
  readonly creator_id: string;
  readonly display_name: string | null;
  readonly game_type: GameType;
  readonly title: string;
  readonly description: string;
  readonly min_bet: bigint;
  readonly max_bet: bigint;
  readonly edge: number;
  readonly is_active: boolean;
  readonly is_of_suspended?: boolean;
  readonly halt: string;
  readonly version: number;
  readonly created_position: bigint;
  readonly created_at: bigint;
  readonly updated_at: bigint;
  readonly played: bigint;
  readonly volume: bigint;
}

function creatorOf(row: GameRow, viewer: Viewer) {
  const creator = playerOf(row, viewer);
  const firstName = creator.id === null ? creator.username : (row.display_name ?? FORGOTTEN_NAME);
  return { creatorId: creator.id, creator: { ...creator, firstName, email: null } };
}

/** A game as answers carry it. */
const gameOf = (row: GameRow, viewer: Viewer): UserGameListed => ({
  id: row.game_id,
  position: Number(row.created_position),
  ...creatorOf(row, viewer),
  title: row.title,
  description: row.description || null,
  gameType: row.game_type,
  minBet: moneyOf(row.min_bet),
  maxBet: moneyOf(row.max_bet),
  houseEdge: percentText(row.edge),
  returnToPlayer: percentText(returnToPlayer(row)),
  isActive: row.is_active && row.halt === "" && row.is_of_suspended !== true,
  isHalted: row.halt !== "",
  totalPlayed: Number(row.played),
  totalVolume: moneyOf(row.volume),
  version: row.version,
  createdAt: instantOf(row.created_at),
  updatedAt: instantOf(row.updated_at),
});

type Sort = (typeof USER_GAME_SORTS)[number];

/** What of the active games is wanted. */
export interface GamesWanted extends Window {
  readonly gameType?: GameType | undefined;
  /** Part of a title, ignoring case. */
  readonly search?: string | undefined;
  readonly sort?: Sort | undefined;
}

/** The order of each list, and what follows the game created at $1 with the sort value $2. */
const ORDERS: {
  readonly [S in Sort]: { readonly by: string; readonly order: string; readonly after: string };
} = {
  newest: { by: "0", order: "created_position desc", after: "created_position < $1 and $2::bigint = 0" },
  popular: {
    by: "played",
    order: "played desc, created_position desc",
    after: "(played, created_position) < ($2, $1)",
  },
  return: {
    by: "edge",
    order: "edge, created_position desc",
    after: "edge >= $2 and (edge > $2 or created_position < $1)",
  },
};
/** The sort value before the first game of each list. */
const FIRST: { readonly [S in Sort]: number } = { newest: 0, popular: Number.MAX_SAFE_INTEGER, return: -1 };

/**
 * Active games of players, with names and pictures as they are now. `before` is the position of the last game of the
 * page before, in whichever order.
 * @throws BadCursorError where no game was created at that position and the order needs to know one
 */
export async function userGamesListed(
  models: ReadModels,
  viewer: Viewer,
  { gameType, search = "", sort = "newest", limit = LIST_LIMIT_DEFAULT, before }: GamesWanted,
): Promise<UserGameListed[]> {
  const { order, after } = ORDERS[sort];
  const place = await placeOf(models, sort, before);
  const lookedAt = search.trim() === "" ? limit : SEARCHED_MAX;
  const text = (table: TableNames) => `select ${GAME_COLUMNS} from (
      select * from (
        select * from ${table("user_games")}
        where is_active and halt = '' and ($3 = '' or game_type = $3) and ${after}
          and not ${isOfSuspended(table, "creator_id")}
        order by ${order} limit ${lookedAt}
      ) looked_at where position(lower($4) in lower(title)) > 0
      order by ${order} limit $5::int
    ) g ${withIdentity("i", "g.creator_id")} order by ${order.replaceAll(/\b(?=played|edge|created)/g, "g.")}`;
  const values = [before ?? Number.MAX_SAFE_INTEGER, place, gameType ?? "", search.trim(), limit];
  return (await models.ask<GameRow>(text, values)).map((row) => gameOf(row, viewer));
}

/** The sort value of the previous page's last game. */
async function placeOf(models: ReadModels, sort: Sort, before: number | undefined): Promise<number> {
  if (before === undefined || sort === "newest") return FIRST[sort];
  const [row] = await models.ask<Row & { readonly by: bigint | number }>(
    (table) => `select ${ORDERS[sort].by} as by from ${table("user_games")} where created_position = $1`,
    [before],
  );
  if (row === undefined) throw new BadCursorError();
  return Number(row.by);
}

/** One game; null for an unknown id. */
export async function userGameById(
  models: ReadModels,
  gameId: string,
  viewer: Viewer,
): Promise<UserGameListed | null> {
  const [row] = await models.ask<GameRow>(
    (table) => `select ${GAME_COLUMNS}, ${isOfSuspended(table, "g.creator_id")} as is_of_suspended
      from ${table("user_games")} g ${withIdentity("i", "g.creator_id")} where g.game_id = $1`,
    [gameId],
  );
  return row === undefined ? null : gameOf(row, viewer);
}

/** All games, hidden ones included, newest first. @throws BadCursorError */
export async function allUserGames(
  models: ReadModels,
  { creator = "", search = "", status, limit = LIST_LIMIT_DEFAULT, next }: AdminUserGamesQuery,
): Promise<{ items: AdminUserGame[]; next: string | null }> {
  const lookedAt = search.trim() === "" ? limit + 1 : SEARCHED_MAX;
  const rows = await models.ask<GameRow>(
    (table) => `select ${GAME_COLUMNS} from (
        select * from (
          select * from ${table("user_games")}
          where created_position < $1 and ($2 = '' or creator_id = $2)
            and ${status === undefined ? "true" : ADMIN_FILTERS[status]}
          order by created_position desc limit ${lookedAt}
        ) looked_at where position(lower($3) in lower(title)) > 0
        order by created_position desc limit $4::int
      ) g ${withIdentity("i", "g.creator_id")} order by g.created_position desc`,
    [placeOfCursor(next), creator, search.trim(), limit + 1],
  );
  return pageOf(rows, limit, {
    item: (row) => {
      const { creatorId: _id, ...game } = gameOf(row, ANYBODY);
      return { ...game, creator: namedPlayerOf(row), halt: row.halt || null };
    },
    cursor: cursorBy("created_position"),
  });
}

const ADMIN_FILTERS = { halted: "halt <> ''", active: "is_active and halt = ''" } as const;

interface OwnRow extends GameRow {
  readonly earned: bigint;
  readonly rbx: bigint;
  readonly tix: bigint;
}

/** A player's own games, newest first, with what each earned and what of it is unclaimed. */
export async function ownUserGames(
  models: ReadModels,
  creatorId: string,
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window,
): Promise<OwnUserGame[]> {
  const rows = await models.ask<OwnRow>(
    (
      table,
    ) => `select ${GAME_COLUMNS}, ${isOfSuspended(table, "g.creator_id")} as is_of_suspended, e.earned, e.rbx, e.tix
      from (
        select * from ${table("user_games")} where creator_id = $1 and created_position < $2
        order by created_position desc limit $3
      ) g ${withIdentity("i", "g.creator_id")}
      cross join lateral (
        select coalesce(sum(earned), 0)::bigint as earned,
          coalesce(sum(unclaimed) filter (where currency = 'RBX'), 0)::bigint as rbx,
          coalesce(sum(unclaimed) filter (where currency = 'TIX'), 0)::bigint as tix
        from ${table("creator_earnings")} where game_id = g.game_id
      ) e order by g.created_position desc`,
    [creatorId, before, limit],
  );
  return rows.map((row) => ({
    ...gameOf(row, { ...ANYBODY, playerId: creatorId }),
    earnings: moneyOf(row.earned),
    unclaimed: { rbx: moneyOf(row.rbx), tix: moneyOf(row.tix) },
  }));
}
