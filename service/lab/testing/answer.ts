import { z } from "zod";
import { endpoints } from "#domain/features/contract.ts";
import { type Endpoint, type Problem, problemSchema } from "#domain/kernel/contract.ts";

/** The parts of a request that decide its possible answers by the contract. */
export interface AskedFor {
  readonly method: string;
  /** With `/api` in front, without the query. */
  readonly path: string;
}

/** An answer of the API that matches the contract. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The raw body. */
  readonly text: string;
  /** The body parsed by its schema; null without one. */
  readonly body: unknown;
  /** The code of a problem document; null for any other answer. */
  readonly code: string | null;
  /** The body of a success of an endpoint. Throws, with the body, on anything but a 200. */
  as<E extends Endpoint>(endpoint: E): z.output<E["answers"][200]>;
  /** The problem document. Throws, with the body, when there is none. */
  problem(): Problem;
}

/** The statuses of problem documents. A 500 is never among them. */
const PROBLEM_STATUSES = new Set([400, 401, 403, 404, 405, 409, 413, 415, 421, 422, 429, 503]);

/** Pages and documents that no endpoint declares, by path, with the status of their success. */
const UNDECLARED: { readonly [path: string]: number } = {
  "/api/login": 302,
  "/api/callback": 302,
  "/api/logout": 302,
  "/api/openapi.json": 200,
};

const openApiSchema = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) });

// Built once: every answer of every test is looked up.
const patterns = Object.values<Endpoint>(endpoints).map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^/api${endpoint.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

/** Finds the endpoint that a method and path belong to; undefined when the contract has none. */
export function endpointOf({ method, path }: AskedFor): Endpoint | undefined {
  const asked = method === "HEAD" ? "GET" : method;
  return patterns.find(({ endpoint, pattern }) => endpoint.method === asked && pattern.test(path))?.endpoint;
}

/**
 * Parses an answer by the contract: schema by endpoint and status, problem documents for every error.
 * @throws Error when the contract has no such answer, ZodError when the body does not fit
 */
export async function readAnswer(asked: AskedFor, response: Response): Promise<Answer> {
  const text = await response.text();
  const { status, headers } = response;
  const body = bodyOf(asked, { status, headers, text });
  const problem = status >= 400 && "code" in (body as object) ? (body as Problem) : null;
  return {
    status,
    headers,
    text,
    body,
    code: problem?.code ?? null,
    as: (endpoint) => {
      if (status !== 200) throw new Error(`${asked.method} ${asked.path} answered ${status}: ${text}`);
      return endpoint.answers[200]?.parse(JSON.parse(text)) as never;
    },
    problem: () => {
      if (problem === null) throw new Error(`${asked.method} ${asked.path} answered ${status}: ${text}`);
      return problem;
    },
  };
}

type Raw = Pick<Answer, "status" | "headers" | "text">;

function bodyOf(asked: AskedFor, raw: Raw): unknown {
  const { status, headers, text } = raw;
  const what = `${asked.method} ${asked.path} answered ${status} ${headers.get("Content-Type")}: ${text.slice(0, 500)}`;
  if (asked.method === "HEAD") {
    if (text !== "") throw new Error(`${what}, with a body`);
    return {};
  }
  const endpoint = endpointOf(asked);
  const declared = endpoint?.answers[status];
  if (declared !== undefined) {
    const type = headers.get("Content-Type") ?? "";
    if (endpoint?.exports === true && status === 200 && type.startsWith("text/csv")) return {};
    expectType(raw, { what, type: "application/json" });
    return declared.parse(JSON.parse(text));
  }
  if (UNDECLARED[asked.path] === status && asked.method === "GET") {
    if (status === 302) return null;
    return openApiSchema.parse(JSON.parse(text));
  }
  if (!PROBLEM_STATUSES.has(status)) throw new Error(`${what}, which the contract does not know`);
  return problemOf(raw, what);
}

function problemOf(raw: Raw, what: string): Problem {
  const { status, headers, text } = raw;
  expectType(raw, { what, type: "application/problem+json" });
  const problem = problemSchema.parse(JSON.parse(text));
  if (problem.status !== status) throw new Error(`${what}, which tells of another status`);
  if (problem.requestId === "" || problem.requestId !== headers.get("X-Request-Id"))
    throw new Error(`${what}, which does not tell the request's id`);
  const due = dueHeader(problem);
  if (due !== null && headers.get(due) === null) throw new Error(`${what}, without ${due}`);
  return problem;
}

/** The header that a client needs to continue. */
function dueHeader({ status, code }: Problem): string | null {
  if (status === 405) return "Allow";
  return status === 429 || (status === 503 && code !== "setup_required") ? "Retry-After" : null;
}

function expectType({ headers }: Raw, due: { readonly what: string; readonly type: string }): void {
  const type = headers.get("Content-Type")?.split(";")[0];
  if (type !== due.type) throw new Error(`${due.what}, which is not ${due.type}`);
}
