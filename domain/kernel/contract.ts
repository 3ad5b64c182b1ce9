import { z } from "zod";

/** Who may call: everybody, a signed-in player, a moderator or admin, or an admin. */
export type Access = "public" | "player" | "moderator" | "admin";

/** A steady rate with room for a burst. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}
/** A rate that all calls with its name count for together. */
export interface NamedRate extends Rate {
  readonly name: string;
}

/** One call of the API: the single source of routes, OpenAPI, typed clients and the tests that read answers. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api`, with `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Whether it asks for a step-up of the last quarter of an hour, or for a sign-in where there is no second factor. */
  readonly isSensitive?: boolean;
  /** Whether it asks those who have a second factor for a step-up, and nobody else for anything. */
  readonly asksFactor?: boolean;
  /** Whether it has its own rule for characters in texts; otherwise unstorable ones are refused before. */
  readonly judgesText?: boolean;
  /** Whether it only ends something its player began, so that it needs no prior checks and never waits. */
  readonly onlyEnds?: boolean;
  /**
   * Whether it makes something that must not be made twice, such as a payout: after a lost answer, the same body has
   * the same `Idempotency-Key` until its outcome is known. Elsewhere it is a new command once another one was carried
   * out in its place: a value set again, or a second bet of 5.00 after one of 7.00.
   */
  readonly makesOne?: true;
  /** Whether the whole list can be had as one stream, JSON or CSV. */
  readonly exports?: boolean;
  /** How often a player or else an address may call it, beside the general limits. */
  readonly rate?: NamedRate;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Schemas by status of every answer that carries JSON of its own; errors are problem documents. */
  readonly answers: { readonly [status: number]: z.ZodType };
}

/** What an endpoint declares beside its method, path and access. */
type Declared = Omit<Endpoint, "method" | "path" | "access">;

/**
 * Declares a call of the API under the name that clients call it by, with who may call it, and keeps its exact types.
 * @example endpoint("GET /orders/{id}", "player", { summary: "One order", params, answers: { 200: order } })
 */
export function endpoint<
  M extends Endpoint["method"],
  P extends `/${string}`,
  const A extends Access,
  const D extends Declared,
>(
  call: `${M} ${P}`,
  access: A,
  declared: D,
): D & { readonly method: M; readonly path: P; readonly access: A } {
  const [method, path] = call.split(" ") as [M, P];
  return { ...declared, method, path, access };
}

/** What a problem document says (RFC 9457). */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  /** Machine-readable facts of a refusal: amounts, instants and names. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** Money in an answer: minor units written with two decimals, `"19.75"`, `"-0.05"`. */
export const moneyText = z.string().regex(/^-?\d+\.\d{2}$/);
/** An instant in an answer: ISO 8601 UTC with milliseconds. */
export const instantText = z.iso.datetime({ precision: 3 });
/** A SHA-256 or other 32 bytes as lower-case hex. */
export const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
export const position = z.number().int().nonnegative();

/** The longest address that mail servers take (RFC 5321). */
const EMAIL_CHARS_MAX = 254;
/** An email address in a request. @param required the message where there is none */
export const emailText = (required?: string) =>
  z
    .string(required)
    .trim()
    .max(EMAIL_CHARS_MAX, "Email address too long")
    .pipe(z.email("Must be an email address"));

/** How many items a list answers at most, and when nothing is said. */
export const LIST_LIMIT_MAX = 200;
export const LIST_LIMIT_DEFAULT = 50;

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, "Must be a whole number")
    .transform(Number)
    .refine((n) => n >= 1 && n <= max, `Must be between 1 and ${max}`);

/** The query of a list that answers a bare array. */
export const arrayQuery = z.strictObject({
  limit: wholeNumber(LIST_LIMIT_MAX).optional(),
  before: wholeNumber(Number.MAX_SAFE_INTEGER).optional(),
});
/** The query of a list that answers `{items, next}`. */
export const pageQuery = z.strictObject({
  limit: wholeNumber(LIST_LIMIT_MAX).optional(),
  next: z.string().min(1).max(200).optional(),
});
/** The query of a list that can be exported: `export=1` for JSON, `export=csv` or `Accept: text/csv` for CSV. */
export const listQuery = pageQuery.extend({ export: z.enum(["1", "csv"], "Must be 1 or csv").optional() });
/** The same of a list that is answered whole. */
export const wholeListQuery = listQuery.pick({ export: true });
/** An instant in a query, in milliseconds once it is read. */
export const instantQuery = z.iso
  .datetime("Must be an instant in UTC, such as 2026-01-31T12:00:00Z")
  .transform((text) => Date.parse(text));
/** A span of time in a query: both ends may be open. */
export const periodQuery = { from: instantQuery.optional(), to: instantQuery.optional() };
/** Refuses a span that ends before it begins. @example listQuery.extend(periodQuery).check(inOrder) */
export const inOrder = z.refine<{ from?: number | undefined; to?: number | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ["from"], message: "Must not be after to" },
);
/** A place in the log in a query; 0 is before its first event. */
export const positionQuery = z
  .string()
  .regex(/^\d{1,15}$/, "Must be a position, a whole number")
  .transform(Number);
/** A list with an opaque cursor, null at the end. */
export const page = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), next: z.string().nullable() });

const NOT_A_NUMBER = "Must be a number";
const NOT_AN_AMOUNT = "Must be an amount with at most two decimals";
const isAmount = (n: number): boolean => /^\d{1,12}(\.\d{1,2})?$/.test(String(n));

/**
 * An amount in a request: a JSON number that, written by JavaScript, has at most twelve digits and two decimals.
 * Its text is parsed, so that no float ever becomes money; the value stays a number for the browser's sake.
 */
export const amountNumber = z.number(NOT_A_NUMBER).refine(isAmount, NOT_AN_AMOUNT);

/** The same, of at least so much, with a message for less. */
export const amountFrom = (least: number, tooSmall: string) =>
  z
    .number(NOT_A_NUMBER)
    .refine((n) => n >= least, tooSmall)
    .refine(isAmount, NOT_AN_AMOUNT);
