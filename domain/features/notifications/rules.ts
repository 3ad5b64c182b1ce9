import { DAY_MS } from "../../kernel/time.ts";

/** Unread notifications are counted up to so many. */
export const UNREAD_MAX = 100;
/** Notifications are kept for so long, in milliseconds. */
export const KEPT_MS = 90 * DAY_MS;
