import type { ViewerAt } from "#domain/player/privacy.ts";
import type { BegunGame, LiveSource, Said } from "../../games/live-source.ts";
import { instantOf } from "../../kernel/values.ts";
import { gameOf, PLAYED_COLUMNS, type PlayedRow, withPlayed } from "../house-flips/game-history.ts";
import { PLAYER_COLUMNS, type PlayerColumns, playerOf, withIdentity } from "../players/identity.ts";
import { USER_COINFLIP } from "./flips.ts";

/** A coin is decided at once; these are its flight time and its time as a live game, in milliseconds. */
const FLIGHT_MS = 2_500;
const SHOWN_MS = 10_000;
/** Flips are searched among this many newest games. */
const LOOKED_MAX = 1_000;

type FlipRow = PlayedRow & PlayerColumns;

function begun(row: FlipRow, viewer: ViewerAt): BegunGame {
  const { id, betSide, betAmount, position, userGame } = gameOf(row);
  const lands = Number(row.settled_at) + FLIGHT_MS;
  const { profileImageUrl: _none, ...player } = playerOf(row, viewer);
  return {
    id,
    position,
    gameType: USER_COINFLIP,
    player1: { ...player, betSide, betAmount },
    ...(userGame === null ? {} : { userGame }),
    totalValue: betAmount,
    status: viewer.at < lands ? "active" : "finishing",
    startedAt: instantOf(row.settled_at),
    estimatedEnd: instantOf(lands),
  };
}

function said(row: FlipRow, viewer: ViewerAt): readonly Said[] {
  const { betSide, betAmount, currency, result, won, winAmount, createdAt, userGame } = gameOf(row);
  const { username } = playerOf(row, viewer);
  const bet = `${username} bet ${betAmount} ${currency} on ${betSide.toUpperCase()} in ${userGame?.title}.`;
  const lost = `${username} lost.`;
  const landed = `The coin landed on ${result.toUpperCase()}. ${won ? `${username} won ${winAmount} ${currency}.` : lost}`;
  return [
    { username, message: bet, timestamp: createdAt, type: "bet" },
    {
      username: "System",
      message: landed,
      timestamp: instantOf(Number(row.settled_at) + FLIGHT_MS),
      type: "system",
    },
  ];
}

/** Flips of the last moments as games to be watched: their coins are in the air, or have just come down. */
export const liveUserFlips: LiveSource = {
  list: async (models, viewer, { before, limit }) => {
    const rows = await models.ask<FlipRow>(
      (table) => `select ${PLAYED_COLUMNS}, g.player_id, ${PLAYER_COLUMNS}
        from (select * from ${table("games")} where position < $1::bigint order by position desc limit ${LOOKED_MAX}) g
          ${withPlayed(table)}
          ${withIdentity("i", "g.player_id")}
        where g.game_type = '${USER_COINFLIP}' and g.settled_at > $2::bigint
        order by g.position desc limit $3::int`,
      [before, Math.floor(viewer.at) - SHOWN_MS, limit],
    );
    return rows.map((row) => begun(row, viewer));
  },
  said: async (models, gameId, viewer) => {
    const [row] = await models.ask<FlipRow>(
      (table) => `select ${PLAYED_COLUMNS}, g.player_id, ${PLAYER_COLUMNS}
        from ${table("games")} g ${withPlayed(table)} ${withIdentity("i", "g.player_id")}
        where g.game_id = $1 and g.game_type = '${USER_COINFLIP}'`,
      [gameId],
    );
    return row === undefined ? null : said(row, viewer);
  },
};
