import { z } from "zod";
import type { JsonObject } from "../json.ts";

/** Money in an event: minor units as text, `"1975"`. */
export const moneyMinorText = z.string().regex(/^-?\d{1,40}$/, "Must be whole minor units");
/** A whole number in an event; an instant is one of milliseconds since 1970 UTC. */
export const whole = z.number().int();

/** The actor, and the reason. */
export const adminAct = { by: z.string(), reason: z.string() };
/** Who confirmed what another proposed; null where one was enough. */
export const confirmedBy = z.string().nullable();
/** Upcaster of events from before a second admin confirmed what one proposed. */
export const confirmedByNobody = (payload: JsonObject): JsonObject => ({ ...payload, confirmedBy: null });

/** A sentence and what an admin added to it, for a notice. */
export const withNote = (sentence: string, note: string | null): string =>
  note === null || note === "" ? sentence : `${sentence} ${note}`;
