import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Config } from "#service/config.ts";
import { asError } from "#service/db/errors.ts";
import {
  addHeader,
  beginningHeaders,
  completeHeaders,
  responseOf,
  type WholeAnswer,
} from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { demandKnownHost } from "#service/http/files/hosts.ts";
import { watchForwarding } from "#service/http/limits/address.ts";
import { HttpProblem, setupRequired, tooMany } from "#service/http/problem.ts";
import { timeOrderedId } from "#service/ids.ts";
import type { CallContext, Env } from "./caller.ts";

type Step = MiddlewareHandler<Env>;

export const BODY_BYTES_MAX = 64 * 1024;
/** What payment providers send is larger. */
export const WEBHOOK_BYTES_MAX = 256 * 1024;
/** Paths below this one are for payment providers. */
export const WEBHOOKS = "/api/webhooks/";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const JSON_TYPE = /^application\/json\s*(;|$)/i;
/** What mail servers post; like JSON, no page of another site can without asking first. */
const MESSAGE_TYPE = /^message\/rfc822\s*(;|$)/i;

/** Makes the answer of a request that is turned away, or that met an error. */
export type Refuse = (error: Error, context: CallContext) => WholeAnswer;

/** What every request of the API passes, whichever way it came in. */
export interface Door {
  /** Gives a request an id and begins its answer. @returns when that was, for `answered` */
  begin(context: CallContext): number;
  /**
   * Turns away what no route should see: a request for another host, one too many, anything but health while sign-in is
   * not configured, an unsafe method from another site or without JSON.
   * @returns whether a body may come, whose length is yet to be looked at @throws HttpProblem
   */
  check(context: CallContext): boolean;
  /** Counts a request that is answered, and writes one line: route template and status, never the query. */
  answered(context: CallContext, status: number, began: number): void;
}

/** The door of the API. All in one, as every further step would cost each request as much as its hashes do. */
export function doorOf(deps: Deps): Door {
  const { log, now, requests } = deps;
  const beginHeaders = beginningHeaders(deps.config);
  const lookAtForwarding = watchForwarding(deps);
  const own = ownOrigins(deps.config);
  return {
    begin: (context) => {
      const requestId = timeOrderedId("req", now());
      context.set("requestId", requestId);
      beginHeaders(context);
      addHeader(context, "X-Request-Id", requestId);
      lookAtForwarding(context);
      return performance.now();
    },
    check: (context) => checkRequest(context, deps, own),
    answered: (context, status, began) => {
      const took = performance.now() - began;
      requests.answered(status, took);
      if (status < 500 && !log.isLevelEnabled("debug")) return;
      const tookMs = Math.round(took);
      const requestId = context.get("requestId");
      const line = { requestId, method: context.req.method, route: context.req.routePath, status, tookMs };
      if (status >= 500) log.warn(line, "request failed");
      else log.debug(line, "request");
    },
  };
}

/** The door as the first step of the router. */
export function firstStep(door: Door, refuse: Refuse): MiddlewareHandler<Env> {
  return async function begin(context, next) {
    const began = door.begin(context);
    try {
      await (door.check(context) ? withinLimit(context, next) : next());
    } catch (error) {
      context.res = responseOf(refuse(asError(error), context));
    }
    completeHeaders(context, context.res);
    door.answered(context, context.res.status, began);
  };
}

/** What stands before the files of the site: its host, and how often one address may ask. */
export function siteDoor(deps: Deps, refuse: Refuse): MiddlewareHandler<Env> {
  const { config, limits, now } = deps;
  return async function door(context, next) {
    try {
      demandKnownHost(context, config);
      const wait = limits.takeFile(context, deps);
      if (wait > 0) throw tooMany(`Too many requests. Try again in ${wait} s.`, wait);
    } catch (error) {
      context.set("requestId", timeOrderedId("req", now()));
      context.set("answerHeaders", {});
      return responseOf(refuse(asError(error), context));
    }
    return next();
  };
}

function checkRequest(context: CallContext, deps: Deps, own: ReadonlySet<string>): boolean {
  const { config, limits } = deps;
  const { path, method } = context.req;
  // Balancers ask for health by whatever name they know.
  if (path !== "/api/health") demandKnownHost(context, config);
  limits.demandRequest(context, deps);
  if (config.signIn === null && path !== "/api/health") throw setupRequired();
  if (SAFE_METHODS.has(method)) return false;
  refuseForeign(context, own);
  if (method === "DELETE" && !hasBody(context)) return false;
  const type = context.req.header("Content-Type") ?? "";
  const isMessage = MESSAGE_TYPE.test(type) && path.startsWith(WEBHOOKS);
  if (!isMessage && !JSON_TYPE.test(type)) {
    const detail = "Send JSON, with Content-Type: application/json.";
    throw new HttpProblem(415, { code: "unsupported_media_type", detail });
  }
  return true;
}

/** Whether a request says anything of a body. Browsers ask first before they send a DELETE to another site. */
const hasBody = ({ req }: CallContext): boolean =>
  (req.header("Content-Length") ?? "0") !== "0" ||
  req.header("Transfer-Encoding") !== undefined ||
  req.header("Content-Type") !== undefined;

function ownOrigins({ publicUrl, mode, port }: Config): ReadonlySet<string> {
  // In the demo the same site is reached by either of its loopback names.
  const loopback = mode === "production" ? [] : [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  return new Set([publicUrl.origin, ...loopback]);
}

function refuseForeign(context: CallContext, own: ReadonlySet<string>): void {
  const origin = context.req.header("Origin");
  const foreign =
    origin === undefined ? context.req.header("Sec-Fetch-Site") === "cross-site" : !own.has(origin);
  if (foreign)
    throw new HttpProblem(403, { code: "foreign_origin", detail: "This request came from another site." });
}

/** @throws HttpProblem 413 */
function refuseLarge(bytesMax: number): never {
  const detail = `A body has at most ${bytesMax} bytes.`;
  throw new HttpProblem(413, { code: "body_too_large", detail });
}

const withinOf = (bytesMax: number): Step => {
  const countBody = bodyLimit({ maxSize: bytesMax, onError: () => refuseLarge(bytesMax) });
  return (context, next) => {
    const length = context.req.header("Content-Length");
    if (length === undefined || context.req.header("Transfer-Encoding") !== undefined)
      return countBody(context, next);
    if (!(Number(length) <= bytesMax)) refuseLarge(bytesMax);
    return next();
  };
};
const [withinUsual, withinWebhook] = [withinOf(BODY_BYTES_MAX), withinOf(WEBHOOK_BYTES_MAX)];

/** Refuses bodies that are too large. The server reads no more than a length says; a body without one is counted. */
const withinLimit: Step = (context, next) =>
  context.req.path.startsWith(WEBHOOKS) ? withinWebhook(context, next) : withinUsual(context, next);
