import type { Currency } from "#domain/accounts/account.ts";
import type { Side } from "#domain/fairness/st1.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { saidOfRound } from "#domain/features/game-rounds/said.ts";
import type { ViewerAt, Visibility } from "#domain/player/privacy.ts";
import type { BegunGame, LiveSeat, LiveSource } from "../../games/live-source.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf, moneyOf } from "../../kernel/values.ts";
import { nameShown, withIdentity } from "../players/identity.ts";

/** Where a kind of round is stored, and its phases as SQL over `r`: milliseconds, null for not yet. */
interface RoundTables {
  readonly gameType: string;
  readonly rounds: string;
  readonly bets: string;
  /** When it stops taking bets, at the latest. */
  readonly beginsAt: string;
  /** When its end is due. */
  readonly endsAt: string;
  readonly round: (
    models: ReadModels,
    roundId: string,
    viewer: ViewerAt,
  ) => Promise<{ readonly round: GameRound } | null>;
}

interface OpenRow extends Row {
  readonly round_id: string;
  readonly game_id: string;
  readonly title: string;
  readonly currency: Currency;
  readonly opened_at: bigint;
  readonly opened_position: bigint;
  readonly begins_at: bigint | null;
  readonly ends_at: bigint | null;
  readonly players: bigint;
  readonly pot: bigint;
  readonly first_id: string;
  readonly first_name: string | null;
  readonly first_profile: Visibility | null;
  readonly first_stake: bigint;
  readonly second_id: string | null;
  readonly second_name: string | null;
  readonly second_profile: Visibility | null;
  readonly second_stake: bigint | null;
}

function statusOf({ begins_at, ends_at }: OpenRow, at: number): BegunGame["status"] {
  if (ends_at !== null && at >= Number(ends_at)) return "finishing";
  return begins_at === null || at < Number(begins_at) ? "waiting" : "active";
}

/** Rounds of player-made games as games to be watched: the first two who bet, and how many there are. */
export function liveRounds(kind: RoundTables): LiveSource {
  const { gameType, rounds, bets, beginsAt, endsAt, round } = kind;
  const open = (row: OpenRow, viewer: ViewerAt): BegunGame => {
    const betSide: Side = row.currency === "RBX" ? "rbx" : "tix";
    const seat = (named: Parameters<typeof nameShown>[0], stake: bigint): LiveSeat => ({
      ...nameShown(named, viewer),
      betSide,
      betAmount: moneyOf(stake),
    });
    const second = { id: row.second_id ?? "", name: row.second_name, profile: row.second_profile };
    return {
      id: row.round_id,
      position: Number(row.opened_position),
      gameType,
      player1: seat({ id: row.first_id, name: row.first_name, profile: row.first_profile }, row.first_stake),
      ...(row.second_stake === null ? {} : { player2: seat(second, row.second_stake) }),
      playerCount: Number(row.players),
      userGame: { id: row.game_id, title: row.title },
      totalValue: moneyOf(row.pot),
      status: statusOf(row, viewer.at),
      startedAt: instantOf(row.opened_at),
      ...(row.ends_at === null ? {} : { estimatedEnd: instantOf(row.ends_at) }),
    };
  };
  return {
    list: async (models, viewer, { before, limit }) => {
      const rows = await models.ask<OpenRow>(
        (table) => `select r.*, m.title, b.*, i.username as first_name, i.profile as first_profile,
            j.username as second_name, j.profile as second_profile
          from (
            select r.round_id, r.game_id, r.currency, r.opened_at, r.opened_position,
              (${beginsAt})::bigint as begins_at, (${endsAt})::bigint as ends_at
            from ${table(rounds)} r
            where r.ended_as is null and r.opened_position < $1::bigint
            order by r.opened_position desc limit $2::int
          ) r
          join ${table("user_games")} m on m.game_id = r.game_id
          cross join lateral (
            select count(*) as players, sum(stake)::bigint as pot,
              (array_agg(player_id order by seq))[1] as first_id, (array_agg(stake order by seq))[1] as first_stake,
              (array_agg(player_id order by seq))[2] as second_id, (array_agg(stake order by seq))[2] as second_stake
            from (select player_id, min(seq) as seq, sum(stake)::bigint as stake
              from ${table(bets)} where round_id = r.round_id and player_id is not null group by player_id) each_player
          ) b
          ${withIdentity("i", "b.first_id")}
          ${withIdentity("j", "b.second_id")}
          where b.players > 0
          order by r.opened_position desc`,
        [before, limit],
      );
      return rows.map((row) => open(row, viewer));
    },
    said: async (models, roundId, viewer) => {
      const found = await round(models, roundId, viewer);
      return found && saidOfRound(found.round);
    },
  };
}
