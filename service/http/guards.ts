import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Config } from "#service/config.ts";
import { timeOrderedId } from "#service/ids.ts";
import type { Env } from "./caller.ts";
import type { Deps } from "./deps.ts";
import { HttpProblem, setupRequired } from "./problem.ts";

export const BODY_BYTES_MAX = 64 * 1024;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Gives every request an id, and writes one line a request: route template and status, never the query. */
export function requestLog({ log, now }: Deps): MiddlewareHandler<Env> {
  return async function logRequest(context, next) {
    const requestId = timeOrderedId("req", now());
    context.set("requestId", requestId);
    const began = performance.now();
    await next();
    context.header("X-Request-Id", requestId);
    if (!log.isLevelEnabled("debug") && context.res.status < 500) return;
    const tookMs = Math.round(performance.now() - began);
    const line = {
      requestId,
      method: context.req.method,
      route: context.req.routePath,
      status: context.res.status,
      tookMs,
    };
    if (context.res.status >= 500) log.warn(line, "request failed");
    else log.debug(line, "request");
  };
}

/** Answers 503 `setup required` on every path but health while sign-in is not configured. */
export function setupGuard({ signIn }: Deps): MiddlewareHandler<Env> {
  return async function checkSetup(context, next) {
    if (signIn === null && context.req.path !== "/api/health") throw setupRequired();
    await next();
  };
}

/**
 * Keeps other sites from acting in a visitor's name: unsafe methods need JSON, and an Origin, where there is one,
 * must be ours. Without an Origin a request passes unless the browser says that it comes from another site.
 */
export function originGuard({ config }: Deps): MiddlewareHandler<Env> {
  return async function checkOrigin(context, next) {
    if (!SAFE_METHODS.has(context.req.method)) {
      refuseForeign(context, config);
      if (!JSON_TYPE.test(context.req.header("Content-Type") ?? "")) {
        const detail = "Send JSON, with Content-Type: application/json.";
        throw new HttpProblem(415, { code: "unsupported_media_type", detail });
      }
    }
    await next();
  };
}

function refuseForeign(context: Context<Env>, { publicUrl, mode, port }: Config): void {
  const origin = context.req.header("Origin");
  const site = context.req.header("Sec-Fetch-Site");
  // In the demo the same site is reached by either of its loopback names.
  const own =
    mode === "production"
      ? [publicUrl.origin]
      : [publicUrl.origin, `http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const foreign = origin === undefined ? site === "cross-site" : !own.includes(origin);
  if (foreign)
    throw new HttpProblem(403, { code: "foreign_origin", detail: "This request came from another site." });
}

/** Refuses bodies above 64 KiB, whether their length was told or not. */
export const limitBody = (): MiddlewareHandler<Env> =>
  bodyLimit({
    maxSize: BODY_BYTES_MAX,
    onError: () => {
      throw new HttpProblem(413, {
        code: "body_too_large",
        detail: `A body has at most ${BODY_BYTES_MAX} bytes.`,
      });
    },
  });

/** The address a request came from; what a proxy says of it counts only from the proxies that are trusted. */
export function addressOf(context: Context<Env>, { trustedProxies }: Config): string {
  const peer = (context.env?.incoming?.socket?.remoteAddress ?? "unknown").replace(/^::ffff:/, "");
  if (!trustedProxies.has(peer)) return peer;
  const hops = (context.req.header("X-Forwarded-For") ?? "").split(",").map((hop) => hop.trim());
  return hops.findLast((hop) => hop !== "" && !trustedProxies.has(hop)) ?? peer;
}

/** Whether a request's rate is not limited: from this machine, outside production. */
export const isExempt = (address: string, { mode }: Config): boolean =>
  mode !== "production" && (address === "127.0.0.1" || address === "::1" || address === "unknown");
