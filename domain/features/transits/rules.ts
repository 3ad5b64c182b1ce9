import { z } from "zod";
import { INSTANCE_PATTERN } from "../../accounts/item.ts";

/** The highest number of a log. */
const LOG_NUMBER_MAX = 999_999_999;

/** The number of a log in a request. */
export const logNumber = z.number().int().min(1).max(LOG_NUMBER_MAX);

/** A copy of an item in a request, as the ledger names it. */
export const copyName = z.templateLiteral([
  "item:",
  z.string().regex(/^[1-9]\d{0,15}$/),
  ":",
  z.string().regex(INSTANCE_PATTERN),
]);
/** How many items of the house's are listed to be sent. */
export const HOUSE_ITEMS_MAX = 100;
