import type { Api } from "#domain/features/contract.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

/** Which of one's own games are wanted, as a query says it. */
export type Wanted = Api["GET /games/figures"]["query"];

/** What the player's games that are wanted come to. */
export const figuresQuery = (query: Wanted) =>
  apiQuery("GET /games/figures", { input: { query }, topics: ["games"] });

/** How the player's net went, and the player's streaks. */
export const courseQuery = apiQuery("GET /games/course", { topics: ["games"] });
