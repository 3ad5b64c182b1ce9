import type { Answer } from "#web/lib/api/api.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

/** How often the limits are asked for while the live stream is down. */
const LIMITS_POLL_MS = 30_000;

/** What can be staked at the moment, for everybody. */
export const gameLimitsQuery = apiQuery("GET /games/limits", { topics: ["stakes"], pollMs: LIMITS_POLL_MS });

export type GameLimits = Answer<"GET /games/limits">;
