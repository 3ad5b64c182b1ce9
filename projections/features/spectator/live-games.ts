import type { Side } from "#domain/fairness/st1.ts";
import { currencyOfStakes, type Stake, valueOfStakes } from "#domain/features/live-coinflips/items/stake.ts";
import { otherSide } from "#domain/features/live-coinflips/rules.ts";
import { liveGameStatus } from "#domain/features/spectator/rules.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { ViewerAt, Visibility } from "#domain/player/privacy.ts";
import type { BegunGame, LiveSeat, WantedGames } from "../../games/live-source.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";
import { instantOf } from "../../kernel/values.ts";
import { facesOf, type ItemFaces, stakedItems } from "../live-coinflips/staked-items.ts";
import { type Named, nameShown, withIdentity } from "../players/identity.ts";

/** A game as lists and pages show it. */
export interface SeenRow extends Row {
  readonly game_id: string;
  readonly side: Side;
  readonly opened_at: bigint;
  readonly creator_id: string;
  readonly creator_name: string | null;
  readonly creator_profile: Visibility | null;
  readonly creator_stakes: string;
  readonly joined_at: bigint | null;
  readonly joiner_id: string | null;
  readonly joiner_name: string | null;
  readonly joiner_profile: Visibility | null;
  readonly joiner_stakes: string | null;
}

interface LiveRow extends SeenRow {
  readonly began: bigint;
  readonly publish_at: bigint | null;
}

/**
 * Running games, newest first: joined ones by their join, others by their opening. Each kind is cut to the page before
 * the merge, so the cost does not grow with their number.
 */
export async function liveGames(
  models: ReadModels,
  viewer: ViewerAt,
  { before, limit }: WantedGames,
): Promise<BegunGame[]> {
  const rows = await models.ask<LiveRow>(
    (
      table,
    ) => `select g.*, c.username as creator_name, c.profile as creator_profile, j.username as joiner_name,
        j.profile as joiner_profile from (
        (select *, joined_position as began from ${table("live_coinflips")}
          where ended_as is null and joined_position < $2 and opened_position is not null
          order by joined_position desc limit $3)
        union all
        (select *, opened_position as began from ${table("live_coinflips")}
          where ended_as is null and joined_position is null and opened_position < $2 and expires_at > $1
          order by opened_position desc limit $3)
      ) g
      ${withIdentity("c", "g.creator_id")}
      ${withIdentity("j", "g.joiner_id")}
      order by g.began desc limit $3`,
    [viewer.at, before, limit],
  );
  const faces = await facesOf(models, rows.flatMap(stakesIn));
  return rows.map((row) => gameOf(row, viewer, faces));
}

const stakesOf = (text: string): Stake => JSON.parse(text) as Stake;
const stakesIn = (row: LiveRow): Stake[] =>
  [row.creator_stakes, row.joiner_stakes].flatMap((text) => (text === null ? [] : [stakesOf(text)]));

interface Seat extends Named {
  readonly side: Side;
  readonly stakes: Stake;
}

function playerOf({ side, stakes, ...named }: Seat, viewer: ViewerAt, faces: ItemFaces): LiveSeat {
  const who = { ...nameShown(named, viewer), betSide: side };
  if (currencyOfStakes(stakes) !== null) return { ...who, betAmount: formatMinor(valueOfStakes(stakes)) };
  const betItems = stakedItems(stakes, faces).flatMap(({ name: item, value, quantity, inCustody }) =>
    Array.from({ length: quantity }, () => ({ name: item, value, inCustody })),
  );
  return { ...who, betAmount: null, betItems };
}

function gameOf(row: LiveRow, viewer: ViewerAt, faces: ItemFaces): BegunGame {
  const stakes = stakesOf(row.creator_stakes);
  const endsAt = row.publish_at === null ? null : Number(row.publish_at);
  const player1 = {
    id: row.creator_id,
    name: row.creator_name,
    profile: row.creator_profile,
    side: row.side,
    stakes,
  };
  const player2 =
    row.joiner_id === null || row.joiner_stakes === null
      ? null
      : {
          id: row.joiner_id,
          name: row.joiner_name,
          profile: row.joiner_profile,
          side: otherSide(row.side),
          stakes: stakesOf(row.joiner_stakes),
        };
  return {
    id: row.game_id,
    position: Number(row.began),
    gameType: currencyOfStakes(stakes) === null ? "limiteds_coinflip" : "coinflip",
    player1: playerOf(player1, viewer, faces),
    ...(player2 === null ? {} : { player2: playerOf(player2, viewer, faces) }),
    totalValue: formatMinor(valueOfStakes([...stakes, ...(player2?.stakes ?? [])])),
    status: liveGameStatus(endsAt, viewer.at),
    startedAt: instantOf(row.joined_at ?? row.opened_at),
    ...(endsAt === null ? {} : { estimatedEnd: instantOf(endsAt) }),
  };
}
