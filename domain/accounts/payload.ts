import { z } from "zod";
import { CURRENCIES } from "./account.ts";

/** A currency in an event. */
export const currency = z.enum(CURRENCIES);
/** A copy of an item in an event. */
export const copy = z.templateLiteral(["item:", z.string(), ":", z.string()]);
/** What a posting may move. */
export const asset = z.union([currency, copy]);
