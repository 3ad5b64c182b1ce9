import { TEXT_PROBLEMS, type TextProblem } from "#domain/features/chat/text.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import { HttpProblem, type ProblemStatus } from "#service/http/problem.ts";

const STATUS: { readonly [code: string]: ProblemStatus } = {
  level_too_low: 403,
  muted: 403,
  suspended: 403,
  links_not_allowed: 400,
  slow_mode: 429,
  too_many_reports: 429,
};

/** A chat refusal as a problem document: 409 unless listed. */
export function chatProblem({
  code,
  detail,
  retryAfter,
}: Refusal & { readonly retryAfter?: number }): HttpProblem {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  return new HttpProblem(STATUS[code] ?? 409, { code, detail }, headers);
}

/** The problem of an invalid message text. */
export const textProblem = (problem: TextProblem): HttpProblem =>
  new HttpProblem(400, { code: problem, detail: TEXT_PROBLEMS[problem] });
