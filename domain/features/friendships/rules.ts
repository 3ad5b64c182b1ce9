import { DAY_MS } from "../../kernel/time.ts";

/** Maximum friends, pending requests and blocks of a player. */
export const FRIENDS_MAX = 200;
export const OPEN_REQUESTS_MAX = 50;
export const BLOCKS_MAX = 200;

/** Maximum requests of a player, and their window. */
export const ASKS_MAX = 20;
export const ASKS_MS = DAY_MS;

/** Wait before asking the same player again, after a declined or withdrawn request or an ended friendship. */
export const ASK_AGAIN_MS = 7 * DAY_MS;

/** Maximum hits of a player search, and its minimum characters. */
export const FOUND_MAX = 20;
export const SEARCH_CHARS_MIN = 2;

/** Days for which friends see the last visit. */
export const DAYS_SHOWN = 7;

/** Friends, requests or blocks per request: the API's maximum. */
export const LISTED_MAX = 200;
