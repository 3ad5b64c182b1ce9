import { MULTIPLE_MIN, PAYOUT_MIN } from "#domain/features/activities/rules.ts";
import type { ActivitySource } from "../../activities/activity-source.ts";
import type { AllGames } from "../../games/rounds.ts";
import type { DecodedEvents } from "../../kernel/events/decoded-events.ts";

/** Shows others large wins of many times the stake: the multiple, not the amount. */
export function winActivitiesOf({ rounds }: AllGames): ActivitySource {
  const each = rounds.map(
    ({
      played,
      gameType,
    }) => `select player_id, position, recorded_at, game_id, ${gameType} as kind, stake, payout
      from ${played.name} where payout >= ${PAYOUT_MIN} and payout >= stake * ${MULTIPLE_MIN}`,
  );
  const wins: DecodedEvents = {
    name: "large_wins",
    needs: rounds.map(({ played }) => played),
    columns: Object.fromEntries(
      ["player_id", "position", "recorded_at", "game_id", "kind", "stake", "payout"].map((name) => [
        name,
        name,
      ]),
    ),
    from: `from (${each.join(" union all ")}) won`,
  };
  return {
    type: "win",
    reads: [wins],
    // A player may have several bets in one round: the best of them.
    rows: () => `select distinct on (player_id, position) player_id, position, recorded_at, null::text as other_id,
        json_build_object('gameId', game_id, 'gameType', kind,
          'multiplier', trunc(payout::numeric / stake, 2)::text)::text as payload
      from large_wins where stake > 0 order by player_id, position, payout::numeric / stake desc`,
    says: ({ gameId = "", gameType = "", multiplier = "" }) => ({
      description: `Won ${multiplier} times the stake`,
      metadata: { gameId, gameType, multiplier },
    }),
  };
}
