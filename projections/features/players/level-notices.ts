import type { AllGames } from "../../games/rounds.ts";
import { eachHour, type NoticeSource } from "../../notices/notice-source.ts";
import { levelsReached } from "./levels-reached.ts";

/** What a level opens. */
const OPENS: Readonly<Record<string, string>> = {
  20: " The chat is open to you now.",
  50: " Your level stands beside your name now.",
};

/** Tells players of each level that they reach. */
export function levelNoticesOf(games: AllGames): NoticeSource {
  const { passed, ...remembered } = levelsReached("told_experience", games);
  return {
    name: "level",
    type: "level",
    ...remembered,
    rows: (table) => `select player_id, position, recorded_at, '{"level":"' || level || '"}' as payload,
        ${eachHour("'level'")} as together
      from (${passed(table)}) passed where level > before`,
    says: ({ level = "" }) => {
      const message = `You reached level ${level}.${OPENS[level] ?? ""}`;
      return { title: "Level up", message, link: level === "20" ? "/chat" : null };
    },
  };
}
