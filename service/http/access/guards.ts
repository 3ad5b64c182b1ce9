import type { Context, MiddlewareHandler, Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Config } from "#service/config.ts";
import { asError } from "#service/db/errors.ts";
import { addHeader, beginningHeaders, completeHeaders } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { demandKnownHost } from "#service/http/files/hosts.ts";
import { headerOf } from "#service/http/headers.ts";
import { watchForwarding } from "#service/http/limits/address.ts";
import { HttpProblem, setupRequired, tooMany } from "#service/http/problem.ts";
import { timeOrderedId } from "#service/ids.ts";
import type { Env } from "./caller.ts";

type Step = MiddlewareHandler<Env>;

export const BODY_BYTES_MAX = 64 * 1024;
/** The largest body of a payment provider's request. */
export const WEBHOOK_BYTES_MAX = 256 * 1024;
/** Paths below this one are for payment providers and other logs. */
export const WEBHOOKS = "/api/webhooks/";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** No path takes any other unsafe method, whatever its body is. */
const METHODS_WITH_JSON = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const JSON_TYPE = /^application\/json\s*(;|$)/i;
/** The type that mail servers post; as with JSON, browsers send a preflight before another site can post it. */
const MESSAGE_TYPE = /^message\/rfc822\s*(;|$)/i;

/**
 * The first step of every API request: assigns an id, starts the headers, refuses what no route should see, and writes
 * one log line after the answer: route template and status, never the query. One middleware for all, since each further
 * one would cost a request as much as its hashes.
 * @param answerProblem makes the answer to a refused request
 */
export function firstStep(
  deps: Deps,
  answerProblem: (error: Error, context: Context<Env>) => Response,
): MiddlewareHandler<Env> {
  const { log, now, requests } = deps;
  const beginHeaders = beginningHeaders(deps.config);
  const lookAtForwarding = watchForwarding(deps);
  return async function begin(context, next) {
    const requestId = timeOrderedId("req", now());
    context.set("requestId", requestId);
    beginHeaders(context);
    addHeader(context, "X-Request-Id", requestId);
    const began = performance.now();
    lookAtForwarding(context);
    try {
      await checkRequest(context, next, deps);
    } catch (error) {
      context.res = answerProblem(asError(error), context);
    }
    completeHeaders(context);
    const { status } = context.res;
    const took = performance.now() - began;
    requests.answered(status, took);
    if (status < 500 && !log.isLevelEnabled("debug")) return;
    const tookMs = Math.round(took);
    const line = { requestId, method: context.req.method, route: context.req.routePath, status, tookMs };
    if (status >= 500) log.warn(line, "request failed");
    else log.debug(line, "request");
  };
}

/** Guards the files of the site: checks the host and the rate of an address. */
export function siteDoor(
  deps: Deps,
  answerProblem: (error: Error, context: Context<Env>) => Response,
): MiddlewareHandler<Env> {
  const { config, limits, now } = deps;
  return async function door(context, next) {
    try {
      demandKnownHost(context, config);
      const wait = limits.takeFile(context, deps);
      if (wait > 0) throw tooMany(`Too many requests. Try again in ${wait} s.`, wait);
    } catch (error) {
      context.set("requestId", timeOrderedId("req", now()));
      context.set("answerHeaders", {});
      return answerProblem(asError(error), context);
    }
    return next();
  };
}

/**
 * Lets a request pass, unless it is for another host, exceeds a limit, arrives before sign-in is configured (health is
 * exempt), has an unsafe method and comes from another site or without JSON, or has a body that is too large.
 */
function checkRequest(context: Context<Env>, next: Next, deps: Deps): ReturnType<Step> {
  const { config, limits } = deps;
  // Load balancers ask for health under any host name.
  if (context.req.path !== "/api/health") demandKnownHost(context, config);
  limits.demandRequest(context, deps);
  if (config.signIn === null && context.req.path !== "/api/health") throw setupRequired();
  if (SAFE_METHODS.has(context.req.method)) return next();
  refuseForeign(context, config);
  if (!METHODS_WITH_JSON.has(context.req.method)) return next();
  if (context.req.method === "DELETE" && !hasBody(context)) return next();
  const type = context.req.header("Content-Type") ?? "";
  const isMessage = MESSAGE_TYPE.test(type) && context.req.path.startsWith(WEBHOOKS);
  if (!isMessage && !JSON_TYPE.test(type)) {
    const detail = "Send JSON, with Content-Type: application/json.";
    throw new HttpProblem(415, { code: "unsupported_media_type", detail });
  }
  return withinLimit(context, next);
}

/** Whether a request announces a body. Browsers send a preflight before a DELETE to another site. */
const hasBody = ({ req }: Context<Env>): boolean =>
  (req.header("Content-Length") ?? "0") !== "0" ||
  req.header("Transfer-Encoding") !== undefined ||
  req.header("Content-Type") !== undefined;

function refuseForeign(context: Context<Env>, { publicUrl, mode, port }: Config): void {
  const origin = headerOf(context, "origin");
  const site = headerOf(context, "sec-fetch-site");
  // In the demo the same site has two loopback names.
  const own =
    mode === "production"
      ? [publicUrl.origin]
      : [publicUrl.origin, `http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const foreign = origin === undefined ? site === "cross-site" : !own.includes(origin);
  if (foreign)
    throw new HttpProblem(403, { code: "foreign_origin", detail: "This request came from another site." });
}

/** @throws HttpProblem 413 */
function refuseLarge(bytesMax: number): never {
  const detail = `A body can have at most ${bytesMax} bytes.`;
  throw new HttpProblem(413, { code: "body_too_large", detail });
}

const withinOf = (bytesMax: number): Step => {
  const countBody = bodyLimit({ maxSize: bytesMax, onError: () => refuseLarge(bytesMax) });
  return (context, next) => {
    const length = context.req.header("Content-Length");
    if (length === undefined || headerOf(context, "transfer-encoding") !== undefined)
      return countBody(context, next);
    if (!(Number(length) <= bytesMax)) refuseLarge(bytesMax);
    return next();
  };
};
const [withinUsual, withinWebhook] = [withinOf(BODY_BYTES_MAX), withinOf(WEBHOOK_BYTES_MAX)];

/** Refuses bodies that are too large. The server reads no more than Content-Length; other bodies are counted. */
const withinLimit: Step = (context, next) =>
  context.req.path.startsWith(WEBHOOKS) ? withinWebhook(context, next) : withinUsual(context, next);
