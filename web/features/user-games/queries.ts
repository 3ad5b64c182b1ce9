import type { GameType } from "#domain/features/game-tables/table.ts";
import type { USER_GAME_SORTS } from "#domain/features/user-games/contract.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

/** Polling interval of games while the live stream is down, in milliseconds. */
const GAMES_POLL_MS = 10_000;
/** Cards on one page. */
export const GAMES_PER_PAGE = 24;

/** What to look for among the games. */
export interface Browsing {
  readonly search: string;
  readonly gameType: GameType | "all";
  readonly sort: (typeof USER_GAME_SORTS)[number];
}
export const EVERY_GAME: Browsing = { search: "", gameType: "all", sort: "newest" };

/** The active games of all players. @param before the position of the last game of the page before */
export const userGamesQuery = ({ search, gameType, sort }: Browsing, before: string | undefined) =>
  apiQuery("GET /user-games", {
    input: {
      query: {
        sort,
        limit: String(GAMES_PER_PAGE),
        ...(search.trim() === "" ? {} : { search: search.trim() }),
        ...(gameType === "all" ? {} : { gameType }),
        ...(before === undefined ? {} : { before }),
      },
    },
    topics: ["user-games"],
    pollMs: GAMES_POLL_MS,
  });

/** The player's own games, newest first. */
export const myGamesQuery = apiQuery("GET /user-games/my", {
  input: { query: { limit: "200" } },
  topics: ["user-games", "earnings"],
  pollMs: GAMES_POLL_MS,
});

/** One game. */
export const userGameQuery = (id: string) =>
  apiQuery("GET /user-games/{id}", {
    input: { params: { id } },
    topics: ["user-games"],
    pollMs: GAMES_POLL_MS,
  });

/** A game's present and past terms. */
export const userGameVersionsQuery = (id: string) =>
  apiQuery("GET /user-games/{id}/versions", {
    input: { params: { id } },
    topics: ["user-games"],
    pollMs: GAMES_POLL_MS,
  });

/** What the player's games earned. */
export const earningsQuery = apiQuery("GET /user-games/earnings", {
  topics: ["user-games", "earnings"],
  pollMs: GAMES_POLL_MS,
});

/** The same, day by day. */
export const earningDaysQuery = apiQuery("GET /user-games/earnings/days", {
  topics: ["user-games", "earnings"],
  pollMs: GAMES_POLL_MS,
});

/** Ties of a player by player-made games, for admins. */
export const madeGameTiesQuery = (id: string) =>
  apiQuery("GET /admin/players/{id}/made-games", { input: { params: { id } } });
