import { z } from "zod";
import { CURRENCIES } from "./account.ts";
import { INSTANCE_PATTERN } from "./item.ts";

/** A currency in an event. */
export const currency = z.enum(CURRENCIES);
/** A copy of an item in an event. */
export const copy = z.templateLiteral(["item:", z.string(), ":", z.string()]);

/** A copy of an item as a request names it. */
export const copyName = z.templateLiteral([
  "item:",
  z.string().regex(/^[1-9]\d{0,15}$/),
  ":",
  z.string().regex(INSTANCE_PATTERN),
]);
/** What a posting may move. */
export const asset = z.union([currency, copy]);
