import { DAY_MS } from "../../kernel/time.ts";

/** Unread notifications are counted up to this. */
export const UNREAD_MAX = 100;
/** Retention of notifications, in milliseconds. */
export const KEPT_MS = 90 * DAY_MS;
