import { z } from "zod";
import { CURRENCIES } from "./account.ts";

/** A currency in an event. */
export const currency = z.enum(CURRENCIES);
