import { setTimeout as delay } from "node:timers/promises";

import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";

import { invariant } from "#domain/kernel/invariant.ts";
import {
  type ApiFaults,
  apiFaultSwitch,
  apiFaultsSchema,
} from "#service/integrations/platform/sandbox/api-faults.ts";
import { apiRoutes } from "#service/integrations/platform/sandbox/api-routes.ts";
import { avatarSvg, silhouetteSvg } from "#service/integrations/platform/sandbox/avatar.ts";
import {
  type FaultSettings,
  faultSwitch,
  faultsSchema,
} from "#service/integrations/platform/sandbox/faults.ts";
import { createInventories, type Inventories } from "#service/integrations/platform/sandbox/inventories.ts";
import { personaOf } from "#service/integrations/platform/sandbox/personas.ts";
import { authorizeRoutes } from "#service/integrations/platform/sandbox/provider/authorize.ts";
import { grantBook } from "#service/integrations/platform/sandbox/provider/grants.ts";
import {
  type Provider,
  platformFailure,
  type SandboxClient,
} from "#service/integrations/platform/sandbox/provider/provider.ts";
import { tokenRoutes } from "#service/integrations/platform/sandbox/provider/token-routes.ts";
import { createTokenMint } from "#service/integrations/platform/sandbox/provider/tokens.ts";
import { refuseInProduction } from "#service/integrations/stand-ins/listen-here.ts";

const BODY_BYTES_MAX = 16_384;

/** Options of a sandbox. */
export interface SandboxOptions {
  /** Its issuer, with the trailing slash: `http://127.0.0.1:3001/oauth/`. */
  readonly issuer: string;
  readonly client: SandboxClient;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Delays a slow answer; rejects when the caller disconnects. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Receives errors of the sandbox itself, which callers see as a 500. */
  readonly onError?: (error: unknown) => void;
}

/** A running stand-in for the platform. */
export interface SandboxApp {
  readonly issuer: string;
  /** Answers a request in memory. */
  fetch(request: Request): Promise<Response>;
  /** `fetch` as a network client sees it: by address, and aborted by its signal. */
  clientFetch(url: string, init: RequestInit): Promise<Response>;
  faults(): FaultSettings;
  /**
   * Sets the faults of later sign-ins; missing fields take their defaults.
   * @throws ZodError when a setting is out of range
   */
  setFaults(settings: z.input<typeof faultsSchema>): FaultSettings;
  /** Sets the faults of inventories, prices and pictures. @throws ZodError when a setting is out of range */
  setApiFaults(settings: z.input<typeof apiFaultsSchema>): ApiFaults;
  /** Inventories; tests trade and hide copies. */
  readonly inventories: Inventories;
}

/**
 * Makes a stand-in for the platform's OpenID provider, with personas, faults and a sign-in page.
 * @throws Error when `NODE_ENV` is `production`: here anyone can sign in as anyone
 * @throws InvariantError when the issuer does not end with a slash
 * @example const sandbox = createSandbox({ issuer: "http://127.0.0.1:3001/oauth/", client });
 */
export function createSandbox(options: SandboxOptions): SandboxApp {
  refuseProduction();
  const { issuer, client, now = Date.now, sleep = sleepFor } = options;
  const base = new URL(issuer).pathname;
  invariant(issuer.endsWith("/"), "the issuer ends with a slash, which belongs to it");
  const faults = faultSwitch();
  const mint = createTokenMint({ issuer, now });
  const inventories = createInventories();
  const apiFaults = apiFaultSwitch();
  const provider: Provider = {
    issuer,
    client,
    faults,
    book: grantBook(now),
    mint,
    inventories,
    apiFaults,
    now,
    sleep,
  };

  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Referrer-Policy", "no-referrer");
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  });
  app.use(
    bodyLimit({
      maxSize: BODY_BYTES_MAX,
      onError: (c) => c.json({ errors: [{ code: 0, message: "RequestEntityTooLarge" }] }, 413),
    }),
  );
  app.route(base, authorizeRoutes(provider));
  app.route(base, tokenRoutes(provider));
  app.route("/avatars", avatarRoutes());
  app.route("/", apiRoutes(provider));
  app.route("/control", controlRoutes(provider));
  app.notFound((c) => c.json({ errors: [{ code: 0, message: "NotFound" }] }, 404));
  app.onError((error) => {
    options.onError?.(error);
    return platformFailure();
  });
  return {
    issuer,
    fetch: async (request) => app.fetch(request),
    async clientFetch(url, init) {
      const response = await app.fetch(new Request(url, init));
      init.signal?.throwIfAborted();
      return response;
    },
    faults: () => faults.current(),
    setFaults: (settings) => faults.set(settings),
    setApiFaults: (settings) => apiFaults.set(settings),
    inventories,
  };
}

/** @throws Error when `NODE_ENV` is `production` */
export function refuseProduction(): void {
  refuseInProduction("platform sandbox", "there, anyone could sign in as anyone");
}

async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}

function avatarRoutes(): Hono {
  const routes = new Hono();
  routes.get("/:file{[A-Za-z0-9_]+\\.svg}", (c) => {
    const persona = personaOf(c.req.param("file").slice(0, -".svg".length));
    if (persona === null) return c.notFound();
    return c.body(persona.hasNoPicture ? silhouetteSvg() : avatarSvg(persona.username), 200, {
      "Content-Type": "image/svg+xml",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "public, max-age=3600",
    });
  });
  return routes;
}

/** A copy that changes hands, or an inventory that is hidden or shown. */
const inventoryChangeSchema = z.union([
  z.strictObject({
    assetId: z.number().int(),
    serial: z.number().int().nullable(),
    from: z.string().max(20),
    /** An account. */
    to: z.string().regex(/^\d{4,16}$/),
  }),
  z.strictObject({ instance: z.string().max(64), from: z.string().max(20), to: z.string().max(20) }),
  z.strictObject({ username: z.string().max(20), isHidden: z.boolean() }),
]);

/** JSON only: another site's page would need a CORS preflight, which the sandbox does not grant. */
function controlRoutes({ faults, apiFaults, inventories }: Provider): Hono {
  const routes = new Hono();
  routes.get("/faults", (c) => c.json(faults.current()));
  routes.post("/faults", (c) => controlled(c, faultsSchema, (settings) => faults.set(settings)));
  routes.get("/api-faults", (c) => c.json(apiFaults.current()));
  routes.post("/api-faults", (c) => controlled(c, apiFaultsSchema, (settings) => apiFaults.set(settings)));
  routes.get("/inventories/:username", (c) => {
    const persona = personaOf(c.req.param("username"));
    return persona === null ? c.notFound() : c.json({ copies: inventories.of(persona.sub) ?? [] });
  });
  routes.post("/inventories", (c) =>
    controlled(c, inventoryChangeSchema, (change) => {
      if ("isHidden" in change) {
        inventories.hide(change.username, change.isHidden);
        return { done: true };
      }
      if ("instance" in change) return { done: inventories.trade(change.instance, change.from, change.to) };
      return { done: inventories.send(change, change) };
    }),
  );
  return routes;
}

async function controlled<T>(
  c: Context,
  schema: z.ZodType<T>,
  change: (settings: T) => object,
): Promise<Response> {
  if (c.req.header("Content-Type")?.split(";")[0]?.trim() !== "application/json")
    return c.json({ error: "the body is application/json" }, 415);
  const body: unknown = await c.req.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (!parsed.success) return c.json({ error: "invalid faults", issues: parsed.error.issues }, 400);
  return c.json(change(parsed.data));
}
