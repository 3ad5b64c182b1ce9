import { z } from "zod";

/** Money in an event: minor units as text, `"1975"`. */
export const moneyMinorText = z.string().regex(/^-?\d{1,40}$/, "Must be whole minor units");
/** An instant in an event, in milliseconds since 1970 UTC; any other whole number too. */
export const whole = z.number().int();
