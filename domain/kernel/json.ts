import { invariant } from "./invariant.ts";

/** What an event may carry: JSON whose numbers are whole and safe. Amounts are text. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * Writes JSON in the one canonical form of RFC 8785 (keys sorted by UTF-16 code units, no white space),
 * so that equal values have equal bytes on every machine.
 * @throws InvariantError on a number that is not a safe integer, or on a lone surrogate
 * @example canonicalJson({ b: 1, a: "x" }) // '{"a":"x","b":1}'
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return canonicalText(value);
  if (typeof value === "number") {
    invariant(Number.isSafeInteger(value), `${value} is a whole number that every reader holds exactly`);
    return Object.is(value, -0) ? "0" : String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const record = value as JsonObject;
  const parts: string[] = [];
  for (const key of sortedKeys(record)) {
    const item = record[key];
    if (item !== undefined) parts.push(`${canonicalText(key)}:${canonicalJson(item)}`);
  }
  return `{${parts.join(",")}}`;
}

/** The keys in order; whoever writes them in order already, as events do that come often, is spared the sorting. */
function sortedKeys(record: JsonObject): string[] {
  const keys = Object.keys(record);
  for (let i = 1; i < keys.length; i += 1)
    if ((keys[i - 1] as string) > (keys[i] as string)) return keys.sort();
  return keys;
}

/** Printable ASCII without quote and backslash: written as it is. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

function canonicalText(text: string): string {
  if (PLAIN_TEXT.test(text)) return `"${text}"`;
  invariant(!LONE_SURROGATE.test(text), "text in an event is well-formed Unicode");
  return JSON.stringify(text);
}
