import { z } from "zod";

/** The highest number of a log. */
const LOG_NUMBER_MAX = 999_999_999;

/** The number of a log in a request. */
export const logNumber = z.number().int().min(1).max(LOG_NUMBER_MAX);

/** How many items of the house's are listed to be sent. */
export const HOUSE_ITEMS_MAX = 100;
