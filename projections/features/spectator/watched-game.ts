import type { Side } from "#domain/fairness/st1.ts";
import { currencyOfStakes, type Stake, valueOfStakes } from "#domain/features/live-coinflips/items/stake.ts";
import { otherSide } from "#domain/features/live-coinflips/rules.ts";
import type { WatchedBet, WatchedEnd, WatchedGame } from "#domain/features/spectator/chat.ts";
import type { Viewer } from "#domain/player/privacy.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import { FORGOTTEN_NAME, nameShown, withIdentity } from "../players/identity.ts";
import type { SeenRow } from "./live-games.ts";

interface WatchedRow extends SeenRow {
  readonly round: bigint | null;
  readonly ended_at: bigint | null;
  readonly ended_as: WatchedEnd["as"] | null;
  readonly result: Side | null;
  readonly winner_id: string | null;
  readonly currency: "RBX" | "TIX" | null;
  readonly payout: bigint | null;
}

/** What may be shown of a game; null for an unknown id. An expired game is open until its end is in the log. */
export async function watchedGame(
  models: ReadModels,
  gameId: string,
  viewer: Viewer,
): Promise<WatchedGame | null> {
  // Named columns, so that secrets are not read.
  const [row] = await models.ask<WatchedRow>(
    (
      table,
    ) => `select g.game_id, g.side, g.opened_at, g.creator_id, g.creator_stakes, g.joined_at, g.joiner_id,
        g.joiner_stakes,
        g.round, g.ended_at, g.ended_as, g.result, g.winner_id, g.currency, g.payout,
        c.username as creator_name, c.profile as creator_profile,
        j.username as joiner_name, j.profile as joiner_profile
      from ${table("live_coinflips")} g
        ${withIdentity("c", "g.creator_id")}
        ${withIdentity("j", "g.joiner_id")}
      where g.game_id = $1 and g.opened_position is not null`,
    [gameId],
  );
  if (row === undefined) return null;
  const creatorNamed = { id: row.creator_id, name: row.creator_name, profile: row.creator_profile };
  const creator = betOf(nameShown(creatorNamed, viewer).username, {
    at: row.opened_at,
    side: row.side,
    stakes: row.creator_stakes,
  });
  const joiner =
    row.joined_at === null || row.joiner_id === null || row.joiner_stakes === null
      ? null
      : betOf(
          nameShown({ id: row.joiner_id, name: row.joiner_name, profile: row.joiner_profile }, viewer)
            .username,
          {
            at: row.joined_at,
            side: otherSide(row.side),
            stakes: row.joiner_stakes,
          },
        );
  const winner = row.winner_id === row.creator_id ? creator.username : (joiner?.username ?? FORGOTTEN_NAME);
  return {
    id: row.game_id,
    creator,
    joiner: joiner === null ? null : { ...joiner, round: Number(row.round) },
    end: endOf(row, winner),
  };
}

function betOf(
  username: string,
  bet: { readonly at: bigint; readonly side: Side; readonly stakes: string },
): WatchedBet {
  const stakes = JSON.parse(bet.stakes) as Stake;
  const currency = currencyOfStakes(stakes);
  return {
    username,
    at: Number(bet.at),
    side: bet.side,
    value: valueOfStakes(stakes),
    currency,
    copies: currency === null ? stakes.length : 0,
  };
}

function endOf({ ended_as: as, ended_at, result, currency, payout }: WatchedRow, winner: string) {
  if (as === null || ended_at === null) return null;
  const at = Number(ended_at);
  if (as !== "settled") return { as, at };
  return result === null || payout === null ? null : { as, at, result, winner, payout, currency };
}
