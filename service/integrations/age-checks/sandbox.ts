import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { html } from "hono/html";
import { z } from "zod";
import { Switches } from "#service/integrations/payments/sandbox/switches.ts";
import { type BoundedMap, boundedMap } from "#service/integrations/platform/sandbox/bounded-map.ts";
import { refuseInProduction } from "#service/integrations/stand-ins/listen-here.ts";
import { standInHeaders, standInPage } from "#service/integrations/stand-ins/page.ts";
import { ageSignature, type CheckStatus, SIGNATURE_HEADER } from "./provider.ts";
import type { AgeProviderSettings } from "./settings.ts";

const BODY_BYTES_MAX = 16_384;
/** Most checks kept; the oldest are dropped first. */
const CHECKS_MAX = 1_000;
const CHECK_KEPT_MS = 86_400_000;
/** Duration of a slow check after its page was left, in milliseconds. */
export const SLOW_MS = 5_000;

const ACTIONS = ["pass", "minor", "fail", "slow", "cancel", "error"] as const;
type Action = (typeof ACTIONS)[number];

const CHOICES: Readonly<Record<Action, readonly [label: string, what: string, becomes: CheckStatus]>> = {
  pass: ["I am of age", "The document says so.", "of_age"],
  minor: ["I am under age", "The document says so.", "under_age"],
  fail: ["Unreadable document", "Nothing can be said.", "unknown"],
  slow: ["Of age, after a while", "A person looks at it for some seconds.", "of_age"],
  cancel: ["Cancel", "Back without a check.", "cancelled"],
  error: ["Break down", "The service fails in the middle.", "failed"],
};

interface Check {
  readonly id: string;
  readonly reference: string;
  readonly returnUrl: string;
  /** Its result, and the time from which it is known; null while its page waits. */
  result: { readonly status: CheckStatus; readonly from: number } | null;
}

export interface AgeSandboxOptions extends AgeProviderSettings {
  /** The product's address for hints. */
  readonly hints: string;
  readonly now?: () => number;
  readonly post?: (url: string, init: RequestInit) => Promise<Response>;
}

/** A stand-in for a service that verifies ages. */
export interface AgeSandbox {
  readonly switches: Switches;
  fetch(request: Request): Promise<Response>;
}

const orderSchema = z.strictObject({
  reference: z.string().min(1).max(100),
  returnUrl: z.url({ protocol: /^https?$/ }),
});

/**
 * Creates a stand-in for the verification service: its calls, its page, its hints and, by switches, its faults.
 * @throws Error in production: here anybody passes as of age
 */
export function createAgeSandbox(options: AgeSandboxOptions): AgeSandbox {
  refuseInProduction("age sandbox", "there, anybody is of age");
  const { now = Date.now } = options;
  const switches = new Switches();
  const checks = boundedMap<Check>(CHECKS_MAX, now);
  const app = new Hono();
  app.use(bodyLimit({ maxSize: BODY_BYTES_MAX }));
  // In memory, a lost answer is an error for the caller.
  app.onError((error) => {
    throw error;
  });
  callRoutes(app, { ...options, checks, switches, now });
  pageRoutes(app, { ...options, checks, switches, now });
  app.post("/control", async (context) => {
    const asked = z.strictObject({ switches: z.unknown() }).safeParse(await context.req.json());
    if (!asked.success) return context.json({ error: asked.error.issues }, 400);
    return context.json(switches.set(asked.data.switches));
  });
  return { switches, fetch: async (request) => app.fetch(request) };
}

interface Sandbox extends AgeSandboxOptions {
  readonly checks: BoundedMap<Check>;
  readonly switches: Switches;
  readonly now: () => number;
}

/** The endpoints that the product calls. */
function callRoutes(app: Hono, { checks, switches, now, origin, key, secret }: Sandbox): void {
  app.use("/checks/*", async (context, next) => {
    if (switches.take("failing")) return context.json({ error: "broken" }, 500);
    if (context.req.header("Authorization") !== `Bearer ${key}`)
      return context.json({ error: "unknown key" }, 401);
    await next();
    if (switches.take("losingAnswers")) throw new Error("The answer was lost");
    return;
  });
  app.post("/checks", async (context) => {
    const order = orderSchema.safeParse(await context.req.json().catch(() => null));
    if (!order.success) return context.json({ error: order.error.issues }, 400);
    // The same reference is the same check.
    const id = `chk_${ageSignature(secret, Buffer.from(order.data.reference)).slice(0, 32)}`;
    const check = checks.get(id) ?? { ...order.data, id, result: null };
    checks.set(id, check, now() + CHECK_KEPT_MS);
    return context.json({ id, url: `${origin}/verify/${id}` });
  });
  app.get("/checks/:id", (context) => {
    const check = checks.get(context.req.param("id"));
    if (check === null) return context.json({ error: "unknown check" }, 404);
    const { id, reference, result } = check;
    const status = result !== null && now() >= result.from ? result.status : "open";
    const body = JSON.stringify({ id, reference, status });
    return context.body(body, 200, {
      "Content-Type": "application/json",
      [SIGNATURE_HEADER]: ageSignature(secret, Buffer.from(body)),
    });
  });
}

/** The page for the person. */
function pageRoutes(app: Hono, sandbox: Sandbox): void {
  const { checks, switches, now } = sandbox;
  app.get("/verify/:id", async (context) => {
    const check = checks.get(context.req.param("id"));
    if (check === null) return context.notFound();
    const headers = { ...standInHeaders(new URL(check.returnUrl).origin), "Cache-Control": "no-store" };
    return context.html(await checkPage(check), 200, headers);
  });
  app.post("/verify/:id", async (context) => {
    const check = checks.get(context.req.param("id"));
    if (check === null) return context.notFound();
    const action = z.enum(ACTIONS).safeParse((await context.req.parseBody()).action);
    if (!action.success) return context.text(`action: must be one of ${ACTIONS.join(", ")}`, 400);
    const wait = action.data === "slow" ? SLOW_MS : 0;
    check.result ??= { status: CHOICES[action.data][2], from: now() + wait };
    if (!switches.take("dropping")) void tell(check, sandbox);
    return context.redirect(check.returnUrl, 303);
  });
}

/** Sends one hint that a check has a result. Receivers must not rely on it. */
async function tell({ reference }: Check, { hints, secret, post = fetch, switches }: Sandbox): Promise<void> {
  const body = JSON.stringify({ reference });
  const headers = {
    "Content-Type": "application/json",
    [SIGNATURE_HEADER]: ageSignature(secret, Buffer.from(body)),
  };
  for (let copy = 0; copy <= switches.get().repeats; copy += 1)
    await post(hints, { method: "POST", headers, body }).catch(() => null);
}

const checkPage = (check: Check): Promise<string> =>
  standInPage({
    badge: "Age sandbox: no document is looked at here",
    title: "Show that you are of age",
    content:
      check.result === null
        ? html`<p class="lead">What does your document say?</p>
<form method="post"><div class="choices">${ACTIONS.map((action, index) => {
            const [label, what] = CHOICES[action];
            return html`<button name="action" value="${action}" class="${index === 0 ? "primary" : ""}">${label}<span class="note"> ${what}</span></button>`;
          })}</div></form>`
        : html`<p>This check is over.</p><p><a href="${check.returnUrl}">Back to the site</a></p>`,
  });
