import type { ActivitySource } from "../../activities/activity-source.ts";
import type { AllGames } from "../../games/rounds.ts";
import { levelsReached } from "./levels-reached.ts";

const LEVELS_SHOWN = [5, 10, 20, 50, 100, 150, 200];

/** Shows others some of the levels that a player reaches; of several at once the highest. */
export function levelActivitiesOf(games: AllGames): ActivitySource {
  const { passed, ...remembered } = levelsReached("shown_experience", games, LEVELS_SHOWN);
  return {
    type: "level",
    ...remembered,
    rows: (table) => `select player_id, position, recorded_at, null::text as other_id,
        json_build_object('level', max(shown)::text)::text as payload
      from (${passed(table)}) passed join unnest(array[${LEVELS_SHOWN.join(",")}]) as shown
        on shown > before and shown <= level
      group by player_id, position, recorded_at`,
    says: ({ level = "" }) => ({ description: `Reached level ${level}`, metadata: { level } }),
  };
}
