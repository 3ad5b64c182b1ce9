import { invariant } from "./invariant.ts";

/** What an event may carry: JSON whose numbers are whole and safe. Amounts are text. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** What a text says as JSON; null where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Writes JSON in the one canonical form of RFC 8785 (keys sorted by UTF-16 code units, no white space),
 * so that equal values have equal bytes on every machine.
 * @throws InvariantError on a number that is not a safe integer, or on a lone surrogate
 * @example canonicalJson({ b: 1, a: "x" }) // '{"a":"x","b":1}'
 */
export function canonicalJson(value: Json): string {
  if (isInOrder(value)) {
    // `JSON.stringify` writes text by the standard, except that it escapes lone surrogates.
    const text = JSON.stringify(value);
    if (!text.includes("\\u")) return text;
  }
  return written(value);
}

/** Whether a value can be written as it is: keys sorted at every level, and only allowed numbers. */
function isInOrder(value: Json): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return typeof value !== "undefined";
  if (Array.isArray(value)) return value.every(isInOrder);
  const record = value as JsonObject;
  let last = "";
  for (const key of Object.keys(record)) {
    const item = record[key];
    if (key < last || (item !== undefined && !isInOrder(item))) return false;
    last = key;
  }
  return true;
}

/** A code point 0 in JSON text: every reader takes it but PostgreSQL, whose texts cannot hold it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;
/** Whether JSON contains text that PostgreSQL cannot store. */
export const holdsNul = (json: string): boolean => json.includes("\\u0000") && NUL.test(json);

function written(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return canonicalText(value);
  if (typeof value === "number") {
    invariant(Number.isSafeInteger(value), `${value} is a whole number that every reader holds exactly`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  const record = value as JsonObject;
  const parts: string[] = [];
  for (const key of Object.keys(record).sort()) {
    const item = record[key];
    if (item !== undefined) parts.push(`${canonicalText(key)}:${written(item)}`);
  }
  return `{${parts.join(",")}}`;
}

/** Printable ASCII without quote and backslash: written as it is. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;
/** Whether text needs no escapes in JSON. */
export const isPlainText = (text: string): boolean => PLAIN_TEXT.test(text);
const LONE_SURROGATE = /\p{Surrogate}/u;

function canonicalText(text: string): string {
  if (isPlainText(text)) return `"${text}"`;
  invariant(!LONE_SURROGATE.test(text), "text in an event is well-formed Unicode");
  return JSON.stringify(text);
}
