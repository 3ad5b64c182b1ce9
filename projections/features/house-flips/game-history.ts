import type { Side } from "#domain/fairness/st1.ts";
import type { GameFilter, GameHistoryEntry, SettledGame } from "#domain/features/house-flips/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import type { Viewer } from "#domain/player/privacy.ts";
import type { AllGames, GameRounds } from "../../games/rounds.ts";
import { ofType } from "../../kernel/events/columns.ts";
import type { DecodedEvents } from "../../kernel/events/decoded-events.ts";
import type { Projection, TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import type { Row, SqlValue } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import { PLAYER_COLUMNS, type PlayerColumns, playerOf, withIdentity } from "../players/identity.ts";

/** From here on a bet can be among the largest of its day, in minor units. */
export const LARGE_STAKE_MIN = 1_000;

const rowsOf = ({ played, gameType, stakedBy, isDrawn, houseGain, earned }: GameRounds): string =>
  `select position, game_id, player_id, ${gameType}, ${stakedBy},
      ${isDrawn ? "pair, nonce" : "null::integer, null::integer"}, side, result, stake, payout, xp::integer,
      recorded_at, ${houseGain}, ${earned === undefined ? "null::text" : "made_game_id"}
    from ${played.name}`;

const sharesOf = ({ sharedLater }: GameRounds): readonly DecodedEvents[] =>
  sharedLater === undefined ? [] : [sharedLater];

/** Every settled game of every player: by player for the history, by place for the live feed, by id for the proof. */
export const gameHistoryOf = ({ rounds }: AllGames): Projection => ({
  name: "game-history",
  version: 10,
  tables: {
    games: {
      columns: {
        position: "bigint not null",
        ...ofType("text not null", "game_id", "player_id", "game_type", "staked_by"),
        // of games that are drawn from a pair of seeds
        pair: "integer",
        nonce: "integer",
        side: "text not null",
        result: "text not null",
        stake: "bigint not null",
        payout: "bigint not null",
        xp: "integer not null",
        settled_at: "bigint not null",
        // null where it is no revenue of the house's
        house_gain: "bigint",
        // the player-made game that was played
        made_game_id: "text",
      },
      // A coinflip between players is two games, one of each, by one event.
      key: ["position", "player_id"],
      insertsOnly: true,
      indexes: [
        "player_id, position",
        "game_id",
        { on: `(settled_at / ${DAY_MS}), stake`, where: `stake >= ${LARGE_STAKE_MIN}` },
      ],
    },
    // what the house gave to creators that no row of a player's counts
    shares_given: {
      columns: {
        position: "bigint not null",
        ...ofType("text not null", "game_id", "creator_id", "currency"),
        share: "bigint not null",
        settled_at: "bigint not null",
      },
      key: ["position"],
      insertsOnly: true,
      indexes: [],
    },
  },
  keepsEveryEvent: true,
  reads: rounds.flatMap((game) => [game.played, ...sharesOf(game)]),
  apply: (table) => [
    `insert into ${table("games")}
      (position, game_id, player_id, game_type, staked_by, pair, nonce, side, result, stake, payout, xp, settled_at,
        house_gain,
        made_game_id)
    ${rounds.map(rowsOf).join(" union all ")}`,
    ...rounds.flatMap(sharesOf).map(
      ({
        name,
      }) => `insert into ${table("shares_given")} (position, game_id, creator_id, currency, share, settled_at)
    select position, round_id, creator_id, currency, share, recorded_at from ${name} where share > 0`,
    ),
  ],
});

/** A game as the queries about single games read it. */
export interface GameRow extends Row {
  readonly position: bigint;
  readonly game_id: string;
  readonly game_type: string;
  readonly side: Side;
  readonly result: Side;
  readonly stake: bigint;
  readonly payout: bigint;
  readonly settled_at: bigint;
}

/** A game with its stake and its player-made game, both null until they are read. */
export interface PlayedRow extends GameRow {
  readonly made_game_id: string | null;
  readonly title: string | null;
  readonly currency: SettledGame["currency"];
}

/**
 * The currency staked on `g`: both players of a coinflip `f` stake that of its creator's side; in other games it is
 * that of the player's side, or of the opposite one.
 */
const CURRENCY = `upper(case g.staked_by when 'own' then g.side when 'creator' then f.side
  when 'other' then case g.side when 'rbx' then 'tix' else 'rbx' end else 'rbx' end)`;

/** The columns of a {@link PlayedRow}: of `g`, a game, and of what {@link withPlayed} joins to it. */
export const PLAYED_COLUMNS = `g.position, g.game_id, g.game_type, g.side, g.result, g.stake, g.payout, g.settled_at,
  g.made_game_id, ${CURRENCY} as currency, m.title`;

/** Joins to `g`, a game, the coinflip between players `f` that it was, if any. */
export const withFlip = (table: TableNames): string =>
  `left join ${table("live_coinflips")} f on f.game_id = g.game_id`;

/** Joins to `g` also the player-made game `m` that it was, if any. */
export const withPlayed = (table: TableNames): string =>
  `${withFlip(table)}
    left join ${table("user_games")} m on m.game_id = g.made_game_id`;

/** The condition that `g`, with what {@link withPlayed} joins to it, is wanted; its values begin at `$first`. */
export function wanted({ game, currency, result, from, to }: GameFilter, first: number) {
  const asked = [
    { is: "g.game_type =", value: game },
    { is: `${CURRENCY} =`, value: currency },
    { is: "(g.result = g.side) =", value: result === undefined ? undefined : result === "won" },
    { is: "g.settled_at >=", value: from },
    { is: "g.settled_at <", value: to },
  ].flatMap(({ is, value }) => (value === undefined ? [] : [{ is, value }]));
  const values: readonly SqlValue[] = asked.map(({ value }) => value);
  return { where: asked.map(({ is }, at) => ` and ${is} $${first + at}`).join(""), values };
}

/** A player's newest games that are wanted, as `g` with {@link CURRENCY}: a `from`, and its values, from `$1`. */
export function ownGames({
  playerId,
  limit,
  ...filter
}: GameFilter & { readonly playerId: string; readonly limit: number }) {
  const { where, values } = wanted(filter, 3);
  const from = (table: TableNames): string => `(select g.*, ${CURRENCY} as currency
      from ${table("games")} g ${withFlip(table)}
      where g.player_id = $1${where} order by g.position desc limit $2) g`;
  return { from, values: [playerId, limit, ...values] };
}

/** The part of an answer that a player's history and the live feed share. */
export const gameOf = (row: PlayedRow): SettledGame => ({
  id: row.game_id,
  position: Number(row.position),
  gameType: row.game_type,
  betSide: row.side,
  betAmount: moneyOf(row.stake),
  currency: row.currency,
  result: row.result,
  won: row.result === row.side,
  winAmount: moneyOf(row.payout),
  createdAt: instantOf(row.settled_at),
  userGame:
    row.made_game_id === null || row.title === null ? null : { id: row.made_game_id, title: row.title },
});

/** The other of the two players of a coinflip `f` that `g` is one player's game of. */
const OPPONENT = "case when f.creator_id = g.player_id then f.joiner_id else f.creator_id end";

interface OwnRow extends PlayedRow, PlayerColumns {
  readonly opponent_id: string | null;
  readonly xp: number;
}

/** A player's games that are wanted, newest first. */
export async function gameHistory(
  models: ReadModels,
  player: Viewer & { readonly playerId: string },
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER, ...filter }: Window & GameFilter = {},
): Promise<GameHistoryEntry[]> {
  const { where, values } = wanted(filter, 4);
  const rows = await models.ask<OwnRow>(
    (table) => `select ${PLAYED_COLUMNS}, g.xp, ${OPPONENT} as opponent_id, ${PLAYER_COLUMNS}
      from ${table("games")} g
        ${withPlayed(table)}
        ${withIdentity("i", OPPONENT)}
      where g.player_id = $1 and g.position < $2${where}
      order by g.position desc limit $3`,
    [player.playerId, before, limit, ...values],
  );
  return rows.map((row) => ({
    ...gameOf(row),
    opponent: row.opponent_id === null ? null : playerOf({ ...row, player_id: row.opponent_id }, player),
    experience: row.xp,
  }));
}
