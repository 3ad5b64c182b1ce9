import { zValidator } from "@hono/zod-validator";
import type { Context, Handler, Hono, MiddlewareHandler } from "hono";
import { z } from "zod";
import type { Endpoint } from "#domain/kernel/contract.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Viewer } from "#domain/player/privacy.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import { demandAdmin, demandConfirmed, demandModerator } from "./access/access.ts";
import type { Caller, Env } from "./access/caller.ts";
import { callerOf, knownCaller } from "./access/session.ts";
import { viewerOf } from "./access/viewer.ts";
import { addHeader, sentText } from "./answer.ts";
import type { Deps } from "./deps.ts";
import { headerOf } from "./headers.ts";
import { requestOrigin } from "./idempotency/idempotency.ts";
import { addressOf } from "./limits/address.ts";
import {
  HttpProblem,
  invalidInput,
  keyReused,
  refusedProblem,
  strangeText,
  tooMany,
  unauthorized,
  unavailableProblem,
} from "./problem.ts";
import { shownModels } from "./reads/shown-models.ts";

/** How long a read waits for its projection before it answers with the present state, in milliseconds. */
export const READ_WAIT_MS = 500;
/** The form of all ids, accounts and names in paths. */
const PATH_ID = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/;
const MIN_POSITION = /^\d{1,15}$/;

type Input<E extends Endpoint, K extends "params" | "query" | "body"> = E[K] extends z.ZodType
  ? z.output<E[K]>
  : Record<string, never>;

/** A handler's input, parsed by the schemas, and the caller (null only at public endpoints). */
export interface Call<E extends Endpoint> {
  readonly params: Input<E, "params">;
  readonly query: Input<E, "query">;
  readonly body: Input<E, "body">;
  readonly caller: E["access"] extends "public" ? Caller | null : Caller;
  readonly context: Context<Env>;
  /** The read models; a query waits, bounded, until they show what this session wrote or the request asks for, and
   * while few events come all that anybody wrote. */
  readonly models: ReadModels;
  /** The viewer, for answers that show other players. */
  readonly viewer: () => Promise<Viewer>;
  /** The origin of this request as a command. */
  readonly origin: () => CommandOrigin;
}

type AnswerOf<E extends Endpoint> = E["answers"] extends { readonly 200: infer A extends z.ZodType }
  ? z.input<A>
  : never;

/** Adds an endpoint of the contract to the app: with the access, schemas and answer that it declares. */
export function route<const E extends Endpoint>(
  app: Hono<Env>,
  { deps, endpoint }: { readonly deps: Deps; readonly endpoint: E },
  handle: (call: Call<E>) => Promise<AnswerOf<E> | Response>,
): void {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
  const validations = validators(endpoint);
  const { rate } = endpoint;
  const isQuestion = endpoint.method === "GET" || endpoint.access === "public";
  const befores =
    isQuestion || endpoint.onlyEnds === true
      ? []
      : deps.features.flatMap(({ beforeChange }) => beforeChange ?? []);
  const run: Handler<Env> = async (context) => {
    const known = knownCaller(context, deps);
    const caller = known === undefined ? await callerOf(context, deps) : known;
    if (endpoint.access !== "public") {
      // Neither shared caches nor the browser keep a player's own data, or a refusal.
      addHeader(context, "Cache-Control", "no-store");
      if (caller === null) throw unauthorized();
      if (endpoint.access === "moderator") await demandModerator(caller, deps);
      if (endpoint.access === "admin") await demandAdmin(caller, deps);
      await demandConfirmed(caller, endpoint, deps);
    }
    if (rate !== undefined) deps.limits.demandRate(rate, context, deps);
    demandPathIds(context);
    for (const validate of validations) await validate(context, goOn);
    // Text that the database cannot store is refused before anything is recorded.
    const isJudged = endpoint.body === undefined || endpoint.judgesText === true;
    if (!isJudged && !canBeKept(context.req.valid("json" as never))) throw strangeText();
    if (caller !== null) for (const before of befores) await before({ playerId: caller.playerId, context });
    const answer = await noting(caller, { context, deps }, () =>
      handle(callOf(context, { deps, endpoint, caller })),
    );
    return answer instanceof Response ? answer : sentText(context, JSON.stringify(answer));
  };
  app.on(endpoint.method, path, run);
}

/** Runs a call, and records that the caller may have written beside the log. */
async function noting<T>(
  caller: Caller | null,
  { context, deps }: { readonly context: Context<Env>; readonly deps: Deps },
  work: () => Promise<T>,
): Promise<T> {
  if (caller === null || context.req.method === "GET") return work();
  const { positions, now } = deps;
  const before = positions.of(caller.session);
  try {
    return await work();
  } finally {
    if (positions.of(caller.session) === before) positions.wroteBeside(caller.session, now());
  }
}

/** Deeper than any valid body. */
const BODY_DEPTH_MAX = 32;

/** Lone surrogates, and NUL. */
const UNKEPT = /[\p{Surrogate}\0]/u;

/** Whether the database can store every text in a value. */
function canBeKept(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !UNKEPT.test(value);
  if (typeof value !== "object" || value === null) return true;
  return (
    depth < BODY_DEPTH_MAX &&
    Object.entries(value).every(([key, item]) => canBeKept(key) && canBeKept(item, depth + 1))
  );
}

/** Refuses malformed ids before anything is looked up. @throws HttpProblem 400 */
function demandPathIds(context: Context<Env>): void {
  const all = Object.entries(context.req.param() as Record<string, string>);
  const wrong = all
    .filter(([, id]) => !PATH_ID.test(id))
    .map(([path]) => ({ path, message: "Must be an id" }));
  const [first] = wrong;
  if (first === undefined) return;
  const detail = `${first.path}: ${first.message}`;
  throw new HttpProblem(400, { code: "invalid_request", detail, issues: wrong });
}

/** Replaces `next`: validators run one after the other. */
const goOn = async (): Promise<void> => {};

const refuseInvalid = (result: { success: boolean; error?: unknown }): undefined => {
  if (!result.success) throw invalidInput(result.error as z.ZodError);
  return undefined;
};

/** Refuses a field that nobody declared, as schemas do: a misspelt filter must not be answered as if it applied. */
const validateNoQuery = zValidator("query", z.strictObject({}), refuseInvalid);
/** Most calls have no query at all, and need no URL parsed. */
const noQuery: MiddlewareHandler<Env> = async (context, next) =>
  context.req.url.includes("?") ? validateNoQuery(context as never, next) : next();

function validators({ params, query, body }: Endpoint): MiddlewareHandler<Env>[] {
  const all: MiddlewareHandler<Env>[] = [];
  if (params !== undefined) all.push(zValidator("param", params, refuseInvalid));
  all.push(query === undefined ? noQuery : zValidator("query", query, refuseInvalid));
  if (body !== undefined) all.push(zValidator("json", body, refuseInvalid));
  return all;
}

/**
 * Gives a call its read models lazily. A getter of a class, since each object literal with a getter has a shape of its
 * own, which keeps what the getter captures, here the whole request, until the next full collection.
 */
class FreshModels {
  readonly caller: Caller | null;
  readonly context: Context<Env>;
  readonly #deps: Deps;

  constructor(context: Context<Env>, caller: Caller | null, deps: Deps) {
    this.caller = caller;
    this.context = context;
    this.#deps = deps;
  }

  get models(): ReadModels {
    return modelsOf(this.context, this.#deps, this.caller);
  }
}

function callOf<E extends Endpoint>(
  context: Context<Env>,
  { deps, endpoint, caller }: { readonly deps: Deps; readonly endpoint: E; readonly caller: Caller | null },
): Call<E> {
  const valid = (target: string): unknown => context.req.valid(target as never);
  const params = endpoint.params === undefined ? {} : valid("param");
  const body = endpoint.body === undefined ? {} : valid("json");
  const call = {
    params,
    query: endpoint.query === undefined ? {} : valid("query"),
    body,
    viewer: () => {
      // The answer depends on the viewer, so no cache may keep it.
      if (caller !== null) addHeader(context, "Cache-Control", "no-store");
      const models = shownModels(deps, { position: wantedPosition(context, deps, caller) });
      return viewerOf(caller, { friends: deps.friends, models });
    },
    origin: () => {
      if (caller === null) throw unauthorized();
      const key = context.req.header("Idempotency-Key");
      const asked = {
        method: endpoint.method,
        route: endpoint.path,
        params: params as object,
        body: body as object,
      };
      return requestOrigin(caller, { key, at: deps.now() }, asked);
    },
  };
  return Object.assign(new FreshModels(context, caller, deps), call) as Call<E>;
}

/** The position that a request asks a read to show, 0 for none. @throws HttpProblem 400 */
export function askedPosition(context: Context<Env>): number {
  const asked = headerOf(context, "ledger-min-position") ?? "0";
  if (MIN_POSITION.test(asked)) return Number(asked);
  const detail = "Ledger-Min-Position: must be a position, a whole number.";
  throw new HttpProblem(400, { code: "invalid_position", detail });
}

// Not clamped to the head known here, which may lag behind: the reader finds out the newest.
function wantedPosition(
  context: Context<Env>,
  { positions }: Pick<Deps, "positions">,
  caller: Caller | null,
): number {
  return Math.max(caller === null ? 0 : positions.of(caller.session), askedPosition(context));
}

/**
 * The read models for a call. Replicas answer only calls that change nothing. A replica or subscriber may lack what a
 * session just wrote beside the log, so such a session reads from the primary.
 */
function modelsOf(context: Context<Env>, deps: Deps, caller: Caller | null): ReadModels {
  const { positions, replicas, now } = deps;
  const position = wantedPosition(context, deps, caller);
  const primary = shownModels(deps, { position });
  const isChanging = context.req.method !== "GET";
  if (isChanging || (caller !== null && positions.justWroteBeside(caller.session, now()))) return primary;
  if (replicas.isEmpty) return shownModels(deps, { position, freshness: "replicated" });
  const key = caller?.session ?? addressOf(context, deps.config);
  return replicas.models({ key, position, primary });
}

const RETRY_SECONDS = 1;

/** How a command is sent, and the answer to a refusal that means "done already". */
interface Performing<A> {
  readonly call: Pick<Call<Endpoint>, "caller" | "context">;
  readonly deps: Deps;
  readonly already?: (refusal: Refusal) => A | null;
}

/**
 * Sends a command to the writer and returns its answer once it is in the log; the response then carries the position.
 * @throws HttpProblem when it was refused, reused another request's key, or could not be taken
 */
export async function perform<A extends JsonObject>(
  submission: Submission<A>,
  { call, deps, already }: Performing<A>,
): Promise<A & { readonly position: number }> {
  const outcome = await deps.writer.submit(submission);
  if (outcome.kind !== "committed") {
    const answer = outcome.kind === "refused" ? (already?.(outcome.refusal) ?? null) : null;
    if (answer === null) {
      const playerId = call.caller?.playerId;
      if (outcome.kind === "refused" && playerId !== undefined)
        for (const feature of deps.features) feature.refused({ playerId, refusal: outcome.refusal });
      throw problemOf(outcome);
    }
    return Object.assign({ position: deps.writer.head.position }, answer);
  }
  if (call.caller !== null) deps.positions.wrote(call.caller.session, outcome.position);
  addHeader(call.context, "Ledger-Position", String(outcome.position));
  // Not by spread, which costs three times as much.
  return Object.assign({ position: outcome.position }, outcome.answer);
}

/** Prepares a command within its owner's share of the queue. @throws HttpProblem 429 before any look-up */
export async function preparing<T>(
  { caller }: { readonly caller: Caller },
  { writer }: Deps,
  work: () => Promise<T>,
): Promise<T> {
  const leave = writer.reserve(caller.playerId);
  if (leave === null) throw ownerQueueFull();
  return work().finally(leave);
}

const ownerQueueFull = (): HttpProblem => tooMany("Too many of your requests are waiting.", RETRY_SECONDS);

function problemOf(outcome: Exclude<Outcome, { kind: "committed" }>): Error {
  if (outcome.kind === "refused") return refusedProblem(outcome.refusal);
  if (outcome.kind === "failed") return outcome.error;
  if (outcome.kind === "conflict") return keyReused();
  if (outcome.reason === "owner_queue_full") return ownerQueueFull();
  const detail =
    "The ledger cannot be reached at the moment. Send it again with the same Idempotency-Key to learn the result.";
  return unavailableProblem(detail, RETRY_SECONDS);
}
