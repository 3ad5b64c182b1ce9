import type { z } from "zod";
import type { Problem } from "#domain/kernel/contract.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import { textOfIssue } from "#service/http/issue-text.ts";

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 422 | 429 | 500 | 503;

const TITLES: { readonly [S in ProblemStatus]: string } = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  421: "Misdirected Request",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

type Issues = Problem["issues"];
type Facts = Problem["facts"];

/** An error answer: thrown anywhere below a route, written as a problem document by the app. */
export class HttpProblem extends Error {
  override readonly name = "HttpProblem";
  readonly status: ProblemStatus;
  readonly code: string;
  readonly title: string;
  readonly issues: Issues;
  readonly facts: Facts;
  readonly headers: { readonly [name: string]: string };

  constructor(
    status: ProblemStatus,
    problem: {
      readonly code: string;
      readonly detail: string;
      readonly title?: string;
      readonly issues?: Issues;
      readonly facts?: Facts;
    },
    headers: { readonly [name: string]: string } = {},
  ) {
    super(problem.detail);
    this.status = status;
    this.code = problem.code;
    this.title = problem.title ?? TITLES[status];
    this.issues = problem.issues;
    this.facts = problem.facts;
    this.headers = headers;
  }

  /** The document (RFC 9457) for one request. */
  document(requestId: string): Problem {
    return {
      type: `/problems/${this.code}`,
      title: this.title,
      status: this.status,
      detail: this.message,
      code: this.code,
      requestId,
      ...(this.issues === undefined ? {} : { issues: this.issues }),
      ...(this.facts === undefined ? {} : { facts: this.facts }),
    };
  }
}

/** Most issues reported per request. */
const ISSUES_MAX = 10;

/** The problem of input that does not fit its schema, with the issues. */
export function invalidInput(error: { readonly issues: readonly z.core.$ZodIssue[] }): HttpProblem {
  const issues = error.issues.slice(0, ISSUES_MAX).map((issue) => ({
    path: issue.path.map(String).join("."),
    message: textOfIssue(issue),
  }));
  const [first] = issues;
  const detail = first === undefined ? "The request is not valid." : sentenceOf(first);
  return new HttpProblem(400, { code: "invalid_request", detail, issues });
}

/** Messages without a subject, which need the field's name; all others are sentences. */
const FRAGMENT = /^(?:Must be|Invalid|Expected|Too (?:big|small)|Unknown fields?|Holds)\b/;

const sentenceOf = ({ path, message }: { readonly path: string; readonly message: string }): string =>
  path === "" || !FRAGMENT.test(message) ? message : `${path}: ${message}`;

/** Refusals of requests that are out of range; all others conflict with the state. */
const BAD_REQUEST_CODES = new Set([
  "stake_out_of_range",
  "invalid_client_seed",
  "amount_out_of_range",
  "unknown_item",
  "wrong_copies",
  "setting_out_of_range",
  "value_out_of_range",
  "invalid_game",
  "birth_date_needed",
  "wrong_birth_date",
  "unknown_limit",
]);

/** Beside codes that begin with `unknown_`: refusals of things that do not exist, or belong to another player. */
const NOT_FOUND_CODES = new Set(["not_yours", "not_friends", "not_blocked"]);

/** Refusals that forbid the act to this caller, or at this time. */
const FORBIDDEN_CODES = new Set([
  "forbidden",
  "suspended",
  "own_deposit",
  "own_cashout",
  "own_withdrawal",
  "own_purchase",
  "own_role",
  "own_suspension",
  "not_proposer",
  "fresh_sign_in_required",
  "step_up_required",
  "own_factors",
  "staff_cannot_play",
  "self_excluded",
  "timed_out",
  "age_unconfirmed",
  "region_blocked",
]);

function statusOf({ code, isForbidden = false }: Refusal): 400 | 403 | 404 | 409 {
  if (BAD_REQUEST_CODES.has(code)) return 400;
  if (NOT_FOUND_CODES.has(code) || code.startsWith("unknown_")) return 404;
  return isForbidden || FORBIDDEN_CODES.has(code) ? 403 : 409;
}

/** The problem of a command refused by a rule. */
export function refusedProblem(refusal: Refusal): HttpProblem {
  const { code, detail, facts } = refusal;
  const status = statusOf(refusal);
  if (status === 404) return new HttpProblem(status, { code, detail });
  // Names the copies in a form for programs.
  const copies = Array.isArray(facts?.copies) ? facts.copies : [];
  const issues = copies.map((copy) => ({ path: "instances", message: String(copy) }));
  const simple = Object.entries(facts ?? {}).filter(
    (fact): fact is [string, string | number | null] => fact[1] === null || typeof fact[1] !== "object",
  );
  const said = {
    ...{ code, detail },
    ...(issues.length === 0 ? {} : { issues }),
    ...(simple.length === 0 ? {} : { facts: Object.fromEntries(simple) }),
  };
  return new HttpProblem(status, said);
}

/** The problem of a call without a session. */
export const unauthorized = (): HttpProblem =>
  new HttpProblem(401, { code: "unauthorized", detail: "Sign in to do this." });

/** The problem of text that no database can store. */
export const strangeText = (): HttpProblem =>
  new HttpProblem(400, {
    code: "invalid_request",
    detail: "The request contains an invalid character.",
  });

/** The problem of a path or thing that does not exist, at least for the caller. */
export const notFound = (): HttpProblem =>
  new HttpProblem(404, { code: "not_found", detail: "There is nothing here." });

/** What a look-up found. @throws HttpProblem 404 where it found nothing */
export function orNotFound<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw notFound();
  return found;
}

/** The problem of a server without a configured sign-in. */
export const setupRequired = (): HttpProblem =>
  new HttpProblem(503, {
    code: "setup_required",
    title: "setup required",
    detail: "Sign-in is not configured on this server.",
  });

/** The problem of too many requests; `seconds` is the time to wait. */
export const tooMany = (detail: string, seconds: number): HttpProblem =>
  new HttpProblem(429, { code: "too_many_requests", detail }, { "Retry-After": String(seconds) });

/** The problem of a service that cannot take the request at the moment. */
export const unavailableProblem = (detail: string, seconds: number): HttpProblem =>
  new HttpProblem(503, { code: "unavailable", detail }, { "Retry-After": String(seconds) });

/** An idempotency key belongs to one request for ever. */
export function keyReused(): HttpProblem {
  const detail = "This Idempotency-Key was used for another request. Use a new key for a new request.";
  return new HttpProblem(422, { code: "idempotency_key_reused", detail });
}
