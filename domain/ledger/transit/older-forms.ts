import type { JsonObject } from "../../kernel/json.ts";
import { isSingle, UNNAMED_DEPARTURE } from "./single.ts";

/**
 * Version 1 of the events of transits. Of what is counted it is as version 2; of single things it has two forms: one
 * thing alone (`asset` beside `origin`, `isBack`, or nothing), which was written first, and `things`, as version 2 has.
 */

/** A departure of version 1 in the present form. */
export function departureFrom1(payload: JsonObject): JsonObject {
  const { amount: _, asset, origin, ...departure } = payload;
  return asset === undefined || origin === undefined
    ? payload
    : { ...departure, things: [{ asset, origin }] };
}

/** An arrival of version 1 in the present form. One of a thing alone did not name the departure that it ended. */
export function arrivalFrom1(payload: JsonObject): JsonObject {
  const { amount: _, asset, isBack, ...arrival } = payload;
  if (asset === undefined || isBack === undefined) return payload;
  return { ...arrival, things: [{ asset, back: isBack === true ? UNNAMED_DEPARTURE : null }] };
}

/** A closing of version 1 in the present form. */
export function closingFrom1(payload: JsonObject): JsonObject {
  const { amount: _, asset, ...closing } = payload;
  return typeof asset === "string" && isSingle(asset) ? { ...closing, things: [{ asset }] } : payload;
}
