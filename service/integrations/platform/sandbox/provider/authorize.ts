import { type Context, Hono } from "hono";
import { z } from "zod";
import {
  CODE_LIFETIMES_MS,
  faultsSchema,
  type SignInFaults,
} from "#service/integrations/platform/sandbox/faults.ts";
import { isDemoName, type Persona, personaOf } from "#service/integrations/platform/sandbox/personas.ts";
import {
  type AuthorizationRequest,
  errorRedirect,
  readAuthorizationRequest,
} from "#service/integrations/platform/sandbox/provider/authorization-request.ts";
import type { Provider } from "#service/integrations/platform/sandbox/provider/provider.ts";
import { refusedPage, signInPage } from "#service/integrations/platform/sandbox/provider/sign-in-page.ts";
import { standInHeaders } from "#service/integrations/stand-ins/page.ts";

const SEE_OTHER = 303;
const FOUND = 302;
const MS_PER_SECOND = 1_000;

/** The sign-in page's form; all text, as forms are. */
const choiceSchema = z.object({
  choice: z.string().max(32),
  other: z.string().max(64).default(""),
  fault: faultsSchema.shape.fault,
  delaySeconds: z.coerce.number().transform((seconds) => Math.round(seconds * MS_PER_SECOND)),
  codeLifetime: z.enum(["minute", "tenMinutes"]),
});

/** The authorize endpoint: the sign-in page, skipped for the user named in `login_hint`. */
export function authorizeRoutes(provider: Provider): Hono {
  const routes = new Hono();
  routes.get("/v1/authorize", async (c): Promise<Response> => {
    const read = readAuthorizationRequest(new URL(c.req.url).searchParams, provider.client);
    if (read.kind === "unsafe") return unsafePage(c, read.reason);
    if (read.kind === "refused") return c.redirect(read.redirectTo.href, FOUND);
    const { request } = read;
    const hinted = request.loginHint === null ? null : personaOf(request.loginHint);
    // Choosing the hinted persona identifies the user, so that one hint is enough for a fresh sign-in, too.
    const silent = request.prompts.every((prompt) => prompt === "none" || prompt === "login");
    if (hinted !== null && silent) {
      const faults = provider.faults.takeForSignIn();
      return c.redirect(signedIn(provider, request, { persona: hinted, faults }).href, FOUND);
    }
    if (request.prompts.includes("none"))
      return c.redirect(errorRedirect(request, "login_required", "nobody is signed in").href, FOUND);
    return hinted === null && request.loginHint
      ? showPage(c, provider, { request, hinted, rejectedName: request.loginHint })
      : showPage(c, provider, { request, hinted });
  });
  routes.post("/v1/authorize", async (c): Promise<Response> => {
    const read = readAuthorizationRequest(new URL(c.req.url).searchParams, provider.client);
    if (read.kind === "unsafe") return unsafePage(c, read.reason);
    if (read.kind === "refused") return c.redirect(read.redirectTo.href, SEE_OTHER);
    return choose(c, provider, read.request);
  });
  return routes;
}

async function choose(c: Context, provider: Provider, request: AuthorizationRequest): Promise<Response> {
  const form = choiceSchema.safeParse(Object.fromEntries(new URLSearchParams(await c.req.text())));
  if (!form.success) return unsafePage(c, "The page sent something this sandbox does not understand.");
  const { choice, other, fault, delaySeconds: delayMs, codeLifetime } = form.data;
  if (choice === "deny") return c.redirect(errorRedirect(request, "access_denied", DENIED).href, SEE_OTHER);
  const persona = personaOf(choice === "other" ? other.trim() : choice);
  if (persona === null || isDemoName(persona.displayName))
    return showPage(c, provider, { request, hinted: null, rejectedName: other });
  const { at, signedInSecondsAgo } = provider.faults.takeForSignIn();
  const chosen = faultsSchema.safeParse({
    fault,
    at,
    delayMs,
    codeLifetimeMs: CODE_LIFETIMES_MS[codeLifetime],
    signedInSecondsAgo,
  });
  if (!chosen.success) return unsafePage(c, "The delay is 0 to 30 seconds.");
  return c.redirect(signedIn(provider, request, { persona, faults: chosen.data }).href, SEE_OTHER);
}

const DENIED = "the person denied the request";

function signedIn(
  provider: Provider,
  request: AuthorizationRequest,
  { persona, faults }: { readonly persona: Persona; readonly faults: SignInFaults },
): URL {
  if (faults.fault === "denied") return errorRedirect(request, "access_denied", DENIED);
  const url = new URL(request.redirectUri);
  if (request.responseType === "code") {
    const subject = { persona, clientId: provider.client.id, scopes: request.scopes };
    url.searchParams.set("code", provider.book.issueCode(subject, request, faults));
  }
  if (request.state !== null) url.searchParams.set("state", request.state);
  return url;
}

interface PageState {
  readonly request: AuthorizationRequest;
  readonly hinted: Persona | null;
  readonly rejectedName?: string;
}

async function showPage(c: Context, provider: Provider, state: PageState): Promise<Response> {
  const { search } = new URL(c.req.url);
  const body = await signInPage({
    action: search,
    faults: provider.faults.current(),
    suggested: state.hinted?.username ?? null,
    rejectedName: state.rejectedName ?? null,
    application: new URL(state.request.redirectUri).host,
  });
  const headers = standInHeaders(new URL(state.request.redirectUri).origin);
  return c.html(body, state.rejectedName === undefined || c.req.method === "GET" ? 200 : 400, headers);
}

async function unsafePage(c: Context, reason: string): Promise<Response> {
  return c.html(await refusedPage(reason), 400, standInHeaders(null));
}
