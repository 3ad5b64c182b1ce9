import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { endpoints } from "#domain/features/contract.ts";
import { BadCursorError } from "#projections/kernel/cursor.ts";
import { ReadModelsAwayError } from "#projections/kernel/subscriber/subscriber-runtime.ts";
import { classify, sqlState } from "#service/db/errors.ts";
import type { Env } from "#service/http/access/caller.ts";
import { firstStep, siteDoor } from "#service/http/access/guards.ts";
import { addHeader, jsonAnswer } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import type { BuiltSite } from "#service/http/files/built-site.ts";
import { previewTags } from "#service/http/files/preview.ts";
import { securityTextRoute } from "#service/http/files/security-text.ts";
import { staticSite } from "#service/http/files/static.ts";
import { metricsRoute } from "#service/http/metrics/metrics.ts";
import { openApiDocument } from "#service/http/openapi.ts";
import { HttpProblem, notFound, strangeText, unavailableProblem } from "#service/http/problem.ts";
import { type Tagged, tagged, taggedAnswer } from "#service/http/reads/tagged.ts";
import { RoutesByPath } from "#service/http/routes/routes-by-path.ts";

const SESSION_RETRY_SECONDS = 1;
/** SQLSTATEs for NUL, the one character that PostgreSQL cannot store, in text and in JSON. */
const NO_SUCH_TEXT: ReadonlySet<string> = new Set(["22021", "22P05"]);

/** The whole HTTP side: the API below `/api`, and the built site at every other path. */
export function createApp(deps: Deps, options: { readonly site?: BuiltSite } = {}): Hono<Env> {
  const app = new Hono<Env>({ router: new RoutesByPath() });
  const problemAnswer = (error: Error, context: Context<Env>) => answerProblem(error, context, deps);
  // Set before the routes: Hono copies the handler to a base path when that is created.
  app.onError(problemAnswer);
  const api = app.basePath("/api");
  api.use(firstStep(deps, problemAnswer));
  addApi(api, deps);
  metricsRoute(app, deps);
  securityTextRoute(app, deps);
  if (options.site !== undefined) {
    app.use(siteHeaders(deps));
    app.use(siteDoor(deps, problemAnswer));
    staticSite(app, {
      site: options.site,
      headOf: (path) => previewTags(path, deps),
      drawn: drawnPagesOf(deps),
    });
  }
  return app;
}

/** No pages are drawn ahead while sign-in is not configured. */
function drawnPagesOf({ config }: Deps): "site" | "demo" | null {
  if (config.signIn === null) return null;
  return config.hasCrowd ? "demo" : "site";
}

function siteHeaders({ config }: Deps) {
  const pictures =
    config.mode === "production" ? ["'self'", "data:", "https:"] : ["'self'", "data:", "http:", "https:"];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: pictures,
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", "blob:"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    crossOriginEmbedderPolicy: false,
    // A picture served as a document of its own has a stricter policy than the site.
    overwrite: false,
    strictTransportSecurity:
      config.publicUrl.protocol === "https:" ? "max-age=31536000; includeSubDomains" : false,
    referrerPolicy: "same-origin",
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
}

/** Keyed by the session cookie's name. Made once per process, since that takes a tenth of a second. */
const documents = new Map<string, Tagged>();

function documentFor(cookie: string): Tagged {
  const document = documents.get(cookie) ?? tagged(openApiDocument(endpoints, cookie));
  documents.set(cookie, document);
  return document;
}

function addApi(api: Hono<Env>, deps: Deps): void {
  for (const feature of deps.features) feature.routes(api, deps);
  const document = documentFor(deps.callers.cookieName);
  api.get("/openapi.json", (context) => taggedAnswer(context, document));
  api.all("*", (context) => {
    throw unknownPath(api, context.req.path, context.req.method);
  });
}

function answerProblem(error: Error, context: Context<Env>, deps: Deps): Response {
  const problem = problemOf(error, deps);
  const requestId = context.get("requestId") ?? "";
  if (problem.status === 500)
    deps.log.error({ requestId, route: context.req.routePath, error: error.message }, "unexpected error");
  for (const [name, value] of Object.entries(problem.headers)) addHeader(context, name, value);
  const as = { status: problem.status, type: "application/problem+json" };
  return jsonAnswer(context, problem.document(requestId), as);
}

/** 405 with Allow if the path exists with other methods, else 404. */
function unknownPath(api: Hono<Env>, path: string, method: string): HttpProblem {
  const allowed = new Set<string>();
  for (const route of api.routes) {
    if (route.method === "ALL" || route.path.includes("*")) continue;
    const pattern = new RegExp(`^${route.path.replaceAll(/:\w+/g, "[^/]+")}$`);
    if (pattern.test(path)) allowed.add(route.method);
  }
  if (allowed.size === 0 || allowed.has(method)) return notFound();
  if (allowed.has("GET")) allowed.add("HEAD");
  const allow = [...allowed].sort().join(", ");
  const detail = `This path takes ${allow}.`;
  return new HttpProblem(405, { code: "method_not_allowed", detail }, { Allow: allow });
}

function problemOf(error: Error, { writer }: Deps): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof HTTPException && error.status === 400)
    return new HttpProblem(400, { code: "malformed_json", detail: "The body is not JSON." });
  if (error instanceof BadCursorError) {
    const detail = "next: must be the cursor that the page before it gave.";
    return new HttpProblem(400, { code: "invalid_cursor", detail });
  }
  if (NO_SUCH_TEXT.has(sqlState(error) ?? "")) return strangeText();
  if (error instanceof ReadModelsAwayError)
    return unavailableProblem("This cannot be loaded at the moment.", SESSION_RETRY_SECONDS);
  const away = !writer.isTakingCommands || classify(error) === "retry";
  if (away) return unavailableProblem("The ledger cannot be reached at the moment.", SESSION_RETRY_SECONDS);
  return new HttpProblem(500, {
    code: "internal",
    detail: "Something went wrong on our side. Nothing was lost.",
  });
}
