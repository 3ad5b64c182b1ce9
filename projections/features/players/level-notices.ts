import { LEVEL_SHOWN_MIN } from "#domain/player/level-shown.ts";
import type { AllGames } from "../../games/rounds.ts";
import { eachHour, type LevelOpening, type NoticeSource } from "../../notices/notice-source.ts";
import { levelsReached } from "./levels-reached.ts";

const SHOWN = "Your level now appears beside your name.";

/** Notifies players of each level reached, and what it opens by the current settings. */
export function levelNoticesOf(games: AllGames, openings: readonly LevelOpening[]): NoticeSource {
  const { passed, ...remembered } = levelsReached("told_experience", games);
  return {
    name: "level",
    type: "level",
    ...remembered,
    rows: (table) => `select player_id, position, recorded_at, '{"level":"' || level || '"}' as payload,
        ${eachHour("'level'")} as together
      from (${passed(table)}) passed`,
    says: ({ level = "" }, settingNow) => {
      const opened = openings.filter(({ setting }) => String(settingNow(setting)) === level);
      const words = [
        ...opened.map((one) => one.words),
        ...(level === String(LEVEL_SHOWN_MIN) ? [SHOWN] : []),
      ];
      const message = [`You reached level ${level}.`, ...words].join(" ");
      return { title: "Level up", message, link: opened[0]?.link ?? null };
    },
  };
}
