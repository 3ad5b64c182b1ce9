import type { AllGames } from "../../games/rounds.ts";
import { ofType } from "../../kernel/events/columns.ts";
import { type DecodedEvents, parsedOf, when } from "../../kernel/events/decoded-events.ts";
import type { Projection, TableNames } from "../../kernel/projection.ts";
import { newestWords } from "../../kernel/replicas/newest.ts";

const CREATED = "'UserGameCreated'";
const TERMS = `${CREATED}, 'UserGameEdited'`;

/** Everything that was done to a game. */
export const userGameSteps: DecodedEvents = {
  name: "user_game_steps",
  columns: {
    position: "position",
    made_game_id: "payload ->> 'gameId'",
    creator_id: "payload ->> 'creatorId'",
    game_type: when(CREATED, "payload ->> 'gameType'"),
    title: when(TERMS, "payload ->> 'title'"),
    // Empty text means none; null keeps the old value.
    description: when(TERMS, "coalesce(payload ->> 'description', '')"),
    min_bet: when(TERMS, "(payload ->> 'minBet')::bigint"),
    max_bet: when(TERMS, "(payload ->> 'maxBet')::bigint"),
    edge: when(TERMS, "(payload ->> 'edge')::int"),
    // Here too, empty text means none.
    halt: `case type when 'UserGameHalted' then payload ->> 'reason' when 'UserGameHaltLifted' then ''
      when ${CREATED} then '' end`,
    is_active: `case type when 'UserGamePaused' then false when 'UserGameResumed' then true
      when ${CREATED} then true end`,
    version: `case type when ${CREATED} then 1 when 'UserGameEdited' then (payload ->> 'version')::int end`,
    created_position: when(CREATED, "position"),
    created_at: when(CREATED, "recorded_at"),
    updated_at: "recorded_at",
  },
  from: parsedOf(
    "position, recorded_at, type",
    ...["UserGameCreated", "UserGameEdited", "UserGamePaused", "UserGameResumed"],
    ...["UserGameHalted", "UserGameHaltLifted"],
  ),
};

/** Columns that hold the newest word on something. */
const NEWEST = {
  ...ofType("text", "creator_id", "game_type", "title", "description"),
  min_bet: "bigint",
  max_bet: "bigint",
  edge: "integer",
  is_active: "boolean",
  halt: "text",
  version: "integer",
  ...ofType("bigint", "created_position", "created_at", "updated_at"),
} as const;
const NAMES = Object.keys(NEWEST);
const NOTHING_NEW = Object.entries(NEWEST)
  .map(([name, type]) => `null::${type} as ${name}`)
  .join(", ");

/** A slice's changes to games, one row each: texts, plays and volume. */
const CHANGES = `select made_game_id, position, ${NAMES.join(", ")}, 0::bigint as played, 0::bigint as volume
    from user_game_steps
    union all
    select made_game_id, null, ${NOTHING_NEW}, count(*), 0 from made_played group by made_game_id
    union all
    select made_game_id, null, ${NOTHING_NEW}, 0, sum(volume)::bigint from made_earned group by made_game_id`;

const upsert = (table: TableNames): string =>
  newestWords(table, {
    name: "user_games",
    source: `(${CHANGES}) changes`,
    key: "game_id",
    sourceKey: "made_game_id",
    columns: NEWEST,
    sums: ["played", "volume"],
  });

/** The orders of the list, each read off an index of active games, of all kinds or of one. */
const ORDERS = ["created_position", "played, created_position", "edge desc, created_position"];

/** Every game that a player made: its terms, and how much it was played. RBX and TIX 1:1. */
export const userGamesOf = ({ made }: AllGames): Projection => ({
  name: "user-games",
  version: 2,
  tables: {
    user_games: {
      columns: {
        game_id: "text not null",
        ...NEWEST,
        played: "bigint not null",
        volume: "bigint not null",
      },
      key: ["game_id"],
      indexes: [
        ...ORDERS.flatMap((order) => [
          { on: order, where: "is_active" },
          { on: `game_type, ${order}`, where: "is_active" },
        ]),
        "creator_id, created_position",
        "created_position",
        { on: "created_position", where: "halt <> ''" },
      ],
      fillfactor: 70,
    },
  },
  reads: [userGameSteps, made.played, made.earned],
  apply: (table) => [upsert(table)],
});
