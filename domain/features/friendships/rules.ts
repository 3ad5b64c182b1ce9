import { DAY_MS } from "../../kernel/time.ts";

/** A player has at most so many friends, so many requests that wait for an answer, and blocks so many others. */
export const FRIENDS_MAX = 200;
export const OPEN_REQUESTS_MAX = 50;
export const BLOCKS_MAX = 200;

/** A player asks at most so often in so long. */
export const ASKS_MAX = 20;
export const ASKS_MS = DAY_MS;

/** Who was declined, took a request back or was unfriended waits so long before they may ask the same player again. */
export const ASK_AGAIN_MS = 7 * DAY_MS;

/** A search for players finds at most so many, by at least so many characters. */
export const FOUND_MAX = 20;
export const SEARCH_CHARS_MIN = 2;

/** Friends see for so many days that somebody was here. */
export const DAYS_SHOWN = 7;

/** The page asks for so many friends, requests or blocks at once: as many as the API tells. */
export const LISTED_MAX = 200;
