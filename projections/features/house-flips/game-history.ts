import type { Side } from "#domain/fairness/st1.ts";
import type { GameHistoryEntry, SettledGame } from "#domain/features/house-flips/contract.ts";
import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import type { Viewer } from "#domain/player/privacy.ts";
import type { AllGames, GameRounds, StakedBy } from "../../games/rounds.ts";
import type { DecodedEvents } from "../../kernel/decoded-events.ts";
import type { Projection, TableNames } from "../../kernel/projection.ts";
import type { ReadModels, Window } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
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
        game_id: "text not null",
        player_id: "text not null",
        game_type: "text not null",
        staked_by: "text not null",
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
        game_id: "text not null",
        creator_id: "text not null",
        currency: "text not null",
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

/** A game with the side of the player who opened it, null for games that nobody opened, and who made it, likewise. */
export interface PlayedRow extends GameRow {
  readonly made_game_id: string | null;
  readonly title: string | null;
  readonly creator_side: Side | null;
  readonly staked_by: StakedBy;
}

/** The columns of a {@link PlayedRow}: of `g`, a game, and of what {@link withPlayed} joins to it. */
export const PLAYED_COLUMNS = `g.position, g.game_id, g.game_type, g.staked_by, g.side, g.result, g.stake, g.payout,
  g.settled_at, g.made_game_id, f.side as creator_side, m.title`;

/** Joins to `g`, a game, the coinflip between players `f` and the player-made game `m` that it was, if any. */
export const withPlayed = (table: TableNames): string =>
  `left join ${table("live_coinflips")} f on f.game_id = g.game_id
    left join ${table("user_games")} m on m.game_id = g.made_game_id`;

/** Both players of a coinflip stake the currency of its creator's side; of other games it is the player's own. */
function currencyOf({ staked_by, side, creator_side }: PlayedRow): SettledGame["currency"] {
  const staked = { own: side, creator: creator_side, nobody: "rbx" as const }[staked_by];
  if (staked === null) return null;
  return staked === "rbx" ? "RBX" : "TIX";
}

/** The part of an answer that a player's history and the live feed share. */
export const gameOf = (row: PlayedRow): SettledGame => ({
  id: row.game_id,
  position: Number(row.position),
  gameType: row.game_type,
  betSide: row.side,
  betAmount: moneyOf(row.stake),
  currency: currencyOf(row),
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

/** A player's games, newest first. */
export async function gameHistory(
  models: ReadModels,
  player: Viewer & { readonly playerId: string },
  { limit = LIST_LIMIT_DEFAULT, before = Number.MAX_SAFE_INTEGER }: Window = {},
): Promise<GameHistoryEntry[]> {
  const rows = await models.ask<OwnRow>(
    (table) => `select ${PLAYED_COLUMNS}, g.xp, ${OPPONENT} as opponent_id, ${PLAYER_COLUMNS}
      from (select * from ${table("games")} where player_id = $1 and position < $2 order by position desc limit $3) g
        ${withPlayed(table)}
        ${withIdentity("i", OPPONENT)}
      order by g.position desc`,
    [player.playerId, before, limit],
  );
  return rows.map((row) => ({
    ...gameOf(row),
    opponent: row.opponent_id === null ? null : playerOf({ ...row, player_id: row.opponent_id }, player),
    experience: row.xp,
  }));
}
