import type { Context, Hono, HonoRequest } from "hono";
import type { z } from "zod";
import type { Endpoint } from "#domain/kernel/contract.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Viewer } from "#domain/player/privacy.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import { asksConfirmation, demandAdmin, demandConfirmed, demandModerator } from "./access/access.ts";
import type { CallContext, Caller, Env } from "./access/caller.ts";
import { callerOf, knownCaller } from "./access/session.ts";
import { viewerOf } from "./access/viewer.ts";
import { addHeader, sentText } from "./answer.ts";
import type { Deps } from "./deps.ts";
import { directRoutesOf } from "./direct/direct-routes.ts";
import { originOf } from "./idempotency.ts";
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

/** A read waits so long for its projection, then answers with what is there, in milliseconds. */
export const READ_WAIT_MS = 500;
/** What an id in a path may be, whatever it names: the ids, accounts and names that there are, and nothing stranger. */
const PATH_ID = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/;
const MIN_POSITION = /^\d{1,15}$/;

type Input<E extends Endpoint, K extends "params" | "query" | "body"> = E[K] extends z.ZodType
  ? z.output<E[K]>
  : Record<string, never>;

/** What a handler gets: input that fits its schema, and who asks (null only where the endpoint is public). */
export interface Call<E extends Endpoint> {
  readonly params: Input<E, "params">;
  readonly query: Input<E, "query">;
  readonly body: Input<E, "body">;
  readonly caller: E["access"] extends "public" ? Caller | null : Caller;
  readonly context: CallContext;
  /** The read models; a question waits, bounded, until they show what this session wrote or the request asks for. */
  readonly models: ReadModels;
  /** Who asks, for answers in which other players are shown. */
  readonly viewer: () => Promise<Viewer>;
  /** The origin of the command that this request is. */
  readonly origin: () => CommandOrigin;
}

type AnswerOf<E extends Endpoint> = E["answers"] extends { readonly 200: infer A extends z.ZodType }
  ? z.input<A>
  : never;

/** What a request brings beside its headers, read where a call asks for it. */
export interface Brought {
  params(): { readonly [name: string]: string };
  query(): object;
  /** The text of its body. Rejects where that broke off. */
  text(): Promise<string>;
}

/** Answers a call: with a text that is JSON, or a response that a handler made itself. @throws what turned it away */
export type Run = (context: CallContext, brought: Brought) => Promise<string | Response>;

/** Puts an endpoint of the contract on the app: access, schemas and answer are those it declares. */
export function route<const E extends Endpoint>(
  app: Hono<Env>,
  { deps, endpoint }: { readonly deps: Deps; readonly endpoint: E },
  handle: (call: Call<E>) => Promise<AnswerOf<E> | Response>,
): void {
  const run = runOf({ deps, endpoint }, handle);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
  app.on(endpoint.method, path, async (context) => {
    const answer = await run(context, new RoutedInput(context));
    return answer instanceof Response ? answer : sentText(context, answer);
  });
  directRoutesOf(app).add(endpoint, run);
}

function runOf<const E extends Endpoint>(
  { deps, endpoint }: { readonly deps: Deps; readonly endpoint: E },
  handle: (call: Call<E>) => Promise<AnswerOf<E> | Response>,
): Run {
  const { rate, access } = endpoint;
  const isQuestion = endpoint.method === "GET" || access === "public";
  const befores =
    isQuestion || endpoint.onlyEnds === true
      ? []
      : deps.features.flatMap(({ beforeChange }) => beforeChange ?? []);
  const hasPathIds = endpoint.path.includes("{");
  const isConfirmed = asksConfirmation(endpoint, deps);
  return async (context, brought) => {
    const known = knownCaller(context, deps);
    const caller = known === undefined ? await callerOf(context, deps) : known;
    // What is one player's own is kept by no cache on the way, and not by the browser for whoever sits there next; nor
    // is it kept who may not do something.
    if (access !== "public") {
      addHeader(context, "Cache-Control", "no-store");
      if (caller === null) throw unauthorized();
      if (access === "moderator") await demandModerator(caller, deps);
      if (access === "admin") await demandAdmin(caller, deps);
      if (isConfirmed) await demandConfirmed(caller, endpoint, deps);
    }
    if (rate !== undefined) deps.limits.demandRate(rate, context, deps);
    if (hasPathIds) demandPathIds(brought.params());
    const input = await inputOf(endpoint, context, brought);
    if (caller !== null) for (const before of befores) await before({ playerId: caller.playerId, context });
    const answer = await handle(new RouteCall(context, { deps, endpoint, caller }, input) as Call<E>);
    return answer instanceof Response ? answer : JSON.stringify(answer);
  };
}

/** What a call brings that fits its schemas. */
interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What is not declared. */
const NOTHING = {};

async function inputOf(
  { params, query, body, judgesText }: Endpoint,
  context: CallContext,
  brought: Brought,
): Promise<RawInput> {
  const input = {
    params: params === undefined ? NOTHING : fitting(params, brought.params()),
    query: query === undefined ? NOTHING : fitting(query, brought.query()),
    body: body === undefined ? NOTHING : fitting(body, await bodyOf(context, brought)),
  };
  // What cannot be kept could be logged all the same, and would never be read again.
  if (body !== undefined && judgesText !== true && !canBeKept(input.body)) throw strangeText();
  return input;
}

/** @throws HttpProblem 400 */
function fitting(schema: z.ZodType, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw invalidInput(error);
}

const JSON_BODY = /^application\/json\s*(;|$)/i;

/** The body as a value; of a request that is let in without one, nothing. @throws HttpProblem 400 */
async function bodyOf(context: CallContext, brought: Brought): Promise<unknown> {
  if (!JSON_BODY.test(context.req.header("Content-Type") ?? "")) return {};
  try {
    return JSON.parse(await brought.text());
  } catch {
    throw new HttpProblem(400, { code: "malformed_json", detail: "The body is not JSON." });
  }
}

/** What a request brought that the app's router took. */
class RoutedInput implements Brought {
  readonly #request: HonoRequest;

  constructor({ req }: Context<Env>) {
    this.#request = req;
  }

  params(): { readonly [name: string]: string } {
    return this.#request.param() as { readonly [name: string]: string };
  }

  query(): object {
    const all = Object.entries(this.#request.queries());
    return Object.fromEntries(all.map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
  }

  text(): Promise<string> {
    return this.#request.text();
  }
}

/** Nothing that is sent to us is deeper. */
const BODY_DEPTH_MAX = 32;

/** Halves of characters, and code point 0. */
const UNKEPT = /[\p{Surrogate}\0]/u;
/** What may be one: a search by units, which is many times as fast, and finds nothing in most texts. */
const SUSPECT = /[\0\ud800-\udfff]/;

const isKeptText = (text: string): boolean => !SUSPECT.test(text) || !UNKEPT.test(text);

/** Whether every text in a value can be kept. */
function canBeKept(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isKeptText(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth >= BODY_DEPTH_MAX) return false;
  if (Array.isArray(value)) return value.every((item) => canBeKept(item, depth + 1));
  for (const key in value)
    if (!isKeptText(key) || !canBeKept((value as { readonly [key: string]: unknown })[key], depth + 1))
      return false;
  return true;
}

/** Turns away ids that nothing here can have, before anything is asked about them. @throws HttpProblem 400 */
function demandPathIds(ids: { readonly [name: string]: string }): void {
  const wrong = Object.entries(ids)
    .filter(([, id]) => !PATH_ID.test(id))
    .map(([path]) => ({ path, message: "Must be an id" }));
  const [first] = wrong;
  if (first === undefined) return;
  const detail = `${first.path}: ${first.message}`;
  throw new HttpProblem(400, { code: "invalid_request", detail, issues: wrong });
}

interface CallOf {
  readonly deps: Deps;
  readonly endpoint: Endpoint;
  readonly caller: Caller | null;
}

/**
 * A call as its handler gets it. A class with getters, as each literal with a getter has a shape of its own, which
 * keeps what the getter sees, here the whole request, until the next full collection.
 */
class RouteCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller | null;
  readonly context: CallContext;
  readonly #deps: Deps;
  readonly #endpoint: Endpoint;

  constructor(context: CallContext, { deps, endpoint, caller }: CallOf, { params, query, body }: RawInput) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.caller = caller;
    this.context = context;
    this.#deps = deps;
    this.#endpoint = endpoint;
  }

  get models(): ReadModels {
    return modelsOf(this.context, this.#deps, this.caller);
  }

  get viewer(): () => Promise<Viewer> {
    return async () => {
      const { caller, context } = this;
      // What one viewer is shown is kept for no other.
      if (caller !== null) addHeader(context, "Cache-Control", "no-store");
      return viewerOf(caller, {
        friends: this.#deps.friends,
        models: freshModels(context, this.#deps, caller),
      });
    };
  }

  get origin(): () => CommandOrigin {
    return () => {
      const { caller, context } = this;
      if (caller === null) throw unauthorized();
      const { method, path } = this.#endpoint;
      const key = context.req.header("Idempotency-Key");
      const asked = { method, route: path, params: this.params as object, body: this.body as object };
      return originOf(caller, { key, at: this.#deps.now() }, asked);
    };
  }
}

/** The position that a read has to show, 0 for none in particular. @throws HttpProblem 400 */
export function askedPosition(context: CallContext): number {
  const asked = context.req.header("Ledger-Min-Position") ?? "0";
  if (MIN_POSITION.test(asked)) return Number(asked);
  const detail = "Ledger-Min-Position: must be a position, a whole number.";
  throw new HttpProblem(400, { code: "invalid_position", detail });
}

function freshModels(
  context: CallContext,
  deps: Pick<Deps, "reads" | "positions" | "readWaitMs">,
  caller: Caller | null,
): ReadModels {
  const wanted = wantedPosition(context, deps, caller);
  return wanted === 0 ? deps.reads : deps.reads.reaching(wanted, deps.readWaitMs);
}

// What is beyond the head counts as the head, which this process may be the last to hear of: the reader asks.
function wantedPosition(
  context: CallContext,
  { positions }: Pick<Deps, "positions">,
  caller: Caller | null,
): number {
  return Math.max(caller === null ? 0 : positions.of(caller.session), askedPosition(context));
}

/** The read models for a call: only what is asked, and changes nothing, is answered by replicas. */
function modelsOf(context: CallContext, deps: Deps, caller: Caller | null): ReadModels {
  const primary = freshModels(context, deps, caller);
  if (deps.replicas.isEmpty || context.req.method !== "GET") return primary;
  const key = caller?.session ?? addressOf(context, deps.config);
  return deps.replicas.models({ key, position: wantedPosition(context, deps, caller), primary });
}

const RETRY_SECONDS = 1;

/** How a command is sent, and what a refusal answers that says that all of it is so already. */
interface Performing<A> {
  readonly call: Pick<Call<Endpoint>, "caller" | "context">;
  readonly deps: Deps;
  readonly already?: (refusal: Refusal) => A | null;
}

/**
 * Sends a command to the writer and gives its answer once it is in the log; the response then carries the position.
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

/**
 * Prepares a command within its owner's share of the queue: whoever has as many under way as may wait is turned away
 * before anything is looked up. @throws HttpProblem 429
 */
export async function preparing<T>(
  { caller }: { readonly caller: Caller },
  { writer }: Deps,
  work: () => Promise<T>,
): Promise<T> {
  const leave = writer.reserve(caller.playerId);
  if (leave === null) throw ownerQueueFull();
  return work().finally(leave);
}

const ownerQueueFull = (): HttpProblem => tooMany("Too many of your requests wait at once.", RETRY_SECONDS);

function problemOf(outcome: Exclude<Outcome, { kind: "committed" }>): Error {
  if (outcome.kind === "refused") return refusedProblem(outcome.refusal);
  if (outcome.kind === "failed") return outcome.error;
  if (outcome.kind === "conflict") return keyReused();
  if (outcome.reason === "owner_queue_full") return ownerQueueFull();
  const detail =
    "The ledger cannot be reached at the moment. Ask again with the same Idempotency-Key to hear what came of it.";
  return unavailableProblem(detail, RETRY_SECONDS);
}
