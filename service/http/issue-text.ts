import type { z } from "zod";

/** The library's own messages; every other message comes from a schema and is kept. */
const DEFAULT_MESSAGE = /^(?:Invalid |Too (?:big|small): |Unrecognized keys?: )/;

/** What a schema reports, in the words of the schemas' own messages. */
export function textOfIssue(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  if (!DEFAULT_MESSAGE.test(message)) return message;
  switch (issue.code) {
    case "invalid_type":
      return typeText(issue.expected, message);
    case "invalid_value":
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}`
        : `Must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small": {
      const bound = `${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`;
      return issue.origin === "string" && issue.minimum === 1
        ? "Must be filled in"
        : sizeText(issue.origin, bound);
    }
    case "too_big":
      return sizeText(
        issue.origin,
        `${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}`,
      );
    case "unrecognized_keys":
      return `${issue.keys.length === 1 ? "Unknown field" : "Unknown fields"}: ${issue.keys.join(", ")}`;
    default:
      return "Must be in the documented form";
  }
}

const TYPES: { readonly [expected: string]: string } = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
};

function typeText(expected: string, message: string): string {
  if (message.endsWith("received undefined")) return "Must be given";
  // A parameter of a query that is given twice arrives as a list.
  if (message.endsWith("received array") && expected === "string") return "Must be a single value";
  return `Must be ${TYPES[expected] ?? expected}`;
}

function sizeText(origin: string, bound: string): string {
  if (origin === "string") return `Must be ${bound} characters long`;
  return origin === "array" ? `Must be a list of ${bound}` : `Must be ${bound}`;
}
