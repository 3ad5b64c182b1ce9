import type { Api } from "#domain/features/contract.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

/** The filter of the player's games, as a query. */
export type Wanted = Api["GET /games/figures"]["query"];

/** Results of the filtered games. */
export const figuresQuery = (query: Wanted) =>
  apiQuery("GET /games/figures", { input: { query }, topics: ["games"] });

/** How the player's net went, and the player's streaks. */
export const courseQuery = apiQuery("GET /games/course", { topics: ["games"] });
