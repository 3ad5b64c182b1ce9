import type { Context, Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { newClientSignedIn, playerStream } from "#domain/features/players/events.ts";
import { playerStreamKind } from "#domain/features/registry.ts";
import { accept } from "#domain/kernel/decision.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { instantOf } from "#projections/kernel/values.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import type { Deps } from "#service/http/deps.ts";
import { type BesideCall, performBeside } from "#service/http/idempotency/beside-log.ts";
import { addressOf, isExempt, networkOf } from "#service/http/limits/address.ts";
import { RateLimit } from "#service/http/limits/rate-limit.ts";
import { notFound, orNotFound, setupRequired, tooMany } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";
import { type StartedAt, signInCookie } from "#service/integrations/platform/sign-in/sign-in-state.ts";
import { failure, type SignInFailure } from "#service/integrations/platform/sign-in/sign-in-trouble.ts";
import { logCookie } from "#service/ledger/peers/home-log.ts";
import type { PlayerServices } from "./services.ts";
import { clientCookie, hashSessionToken } from "./sessions/session-token.ts";
import { clientName } from "./sign-in/client-name.ts";
import { spendFreshSignIn } from "./sign-in/fresh-sign-ins.ts";
import { knownPlayerRoutes, otherHomeLog } from "./sign-in/home-log.ts";
import { currentUser } from "./sign-in/identities.ts";
import { newClientToken } from "./sign-in/known-clients.ts";
import { signInPlayer } from "./sign-in/sign-in-player.ts";

/** Maximum rate of sign-ins that one address begins or finishes: 30 a minute. */
export const SIGN_IN_RATE = { perSecond: 0.5, burst: 30 } as const;

const MESSAGES = {
  auth_failed: "Authentication failed. Please try again.",
} as const;

type PlayerDeps = Deps & PlayerServices;

/** Sign-in, sign-out, the signed-in player and their sessions. */
export function playerRoutes(app: Hono<Env>, deps: PlayerDeps): void {
  const limit = new RateLimit(SIGN_IN_RATE);
  const limited = (context: Context<Env>): void => {
    const address = addressOf(context, deps.config);
    if (isExempt(address, deps.config)) return;
    const wait = limit.take(networkOf(address), deps.now());
    if (wait > 0) throw tooMany("Too many sign-ins from this address.", wait);
  };

  app.get("/login", async function login(context) {
    limited(context);
    return beginSignIn(context, deps);
  });
  app.get("/callback", async function callback(context) {
    limited(context);
    return finishSignIn(context, deps);
  });
  app.get("/logout", async function logout(context) {
    // A cross-site image or link must not sign out.
    if (context.req.header("Sec-Fetch-Site") !== "cross-site") {
      const { cookies } = deps;
      await deps.sessions.end(cookies.read(context.req.header("Cookie")));
      for (const cookie of cookies.clear()) context.header("Set-Cookie", cookie, { append: true });
    }
    return context.redirect("/", 302);
  });

  route(app, { deps, endpoint: endpoints.currentUser }, async ({ caller, models }) => {
    const from = { db: deps.db, models, logId: deps.writer.logId };
    const { roles, suspension } = await deps.access.standingOf(caller, models);
    return orNotFound(await currentUser({ playerId: caller.playerId, roles, suspension }, from));
  });
  sessionRoutes(app, deps);
  knownPlayerRoutes(app, deps);
}

function sessionRoutes(app: Hono<Env>, deps: PlayerDeps): void {
  const { sessions } = deps;
  route(app, { deps, endpoint: endpoints.ownSessions }, async ({ caller }) => {
    const own = await sessions.of(caller.playerId, caller.session);
    return own.map((session) => ({
      ...session,
      createdAt: instantOf(session.createdAt),
      lastSeenAt: instantOf(session.lastSeenAt),
    }));
  });
  route(app, { deps, endpoint: endpoints.lastSignIn }, async ({ caller }) => {
    const at = await sessions.previousSignIn(caller.session);
    return { at: at === null ? null : instantOf(at) };
  });
  route(app, { deps, endpoint: endpoints.endOwnSession }, (call) =>
    endSessions(call, { id: call.params.id }, deps),
  );
  route(app, { deps, endpoint: endpoints.endOtherSessions }, (call) =>
    endSessions(call, { kept: call.caller.session }, deps),
  );
}

/** Ends sessions of the caller. @throws HttpProblem 404 for a session that is not the caller's */
async function endSessions(
  call: BesideCall & { readonly caller: Caller },
  which: { readonly id: string } | { readonly kept: string },
  deps: PlayerDeps,
): Promise<{ readonly ended: number }> {
  let hashes: readonly string[] = [];
  const work = async (tx: Sql) => {
    hashes = await deps.sessions.deleteIn(tx, call.caller.playerId, which);
    if ("id" in which && hashes.length === 0) throw notFound();
    return { ended: hashes.length };
  };
  const answer = await performBeside(work, { call, deps });
  deps.sessions.ended(hashes);
  return answer;
}

const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** Notifies a player of a sign-in from a new client. @returns their previous sign-in, in milliseconds */
async function meetClient(context: Context<Env>, playerId: string, deps: PlayerDeps): Promise<number | null> {
  const { clients, config, now, writer, log } = deps;
  const cookie = clientCookie(config.publicUrl);
  const kept = cookie.read(context.req.header("Cookie"));
  const token = kept !== null && TOKEN.test(kept) ? kept : newClientToken();
  const program = clientName(context.req.header("User-Agent"));
  const client = { token, program, network: networkOf(addressOf(context, config)) };
  const { isNew, previousAt } = await clients.meet(playerId, client);
  const told = isNew
    ? await writer.submit(newClientCommand(playerOrigin(playerId, now()), playerId))
    : { kind: "committed" };
  // Without a notification, the client stays new.
  if (told.kind === "committed") await clients.keep(playerId, client, now());
  else log.warn({ playerId, kind: told.kind }, "a player was not notified of a new client");
  context.header("Set-Cookie", cookie.set(token), { append: true });
  return previousAt;
}

/** The command that records a sign-in from a new client. */
const newClientCommand = (origin: CommandOrigin, playerId: string): Submission => ({
  ...origin,
  // The decision writes to it, so it must be in memory.
  reads: () => ({ streams: [{ kind: playerStreamKind, name: playerStream(playerId) }] }),
  decide: () => accept([newClientSignedIn(playerId)], {}),
});

const startedAt = (context: Context<Env>): StartedAt =>
  context.req.query("returnTo") === "/oauth-test" ? "/oauth-test" : "/";

type Told = Pick<SignInFailure, "startedAt" | "error" | "message"> & Partial<Pick<SignInFailure, "trouble">>;

/** Where a failed sign-in goes. `cancelled` lets the page tell a person who said no from a fault. */
const errorAddress = ({ startedAt, error, message, trouble }: Told): string =>
  `${startedAt}?${new URLSearchParams({ error, message, ...(trouble === "denied" ? { cancelled: "1" } : {}) })}`;

async function beginSignIn(context: Context<Env>, { signIn, config }: PlayerDeps): Promise<Response> {
  if (signIn === null) throw setupRequired();
  const { login_hint: loginHint, returnTo, fresh } = context.req.query();
  const begun = await signIn.begin({
    loginHint,
    returnTo,
    startedAt: startedAt(context),
    isFresh: fresh === "1",
  });
  if (!begun.ok) return context.redirect(errorAddress(begun), 302);
  context.header("Set-Cookie", signInCookie(config.publicUrl).set(begun.stateCookie), { append: true });
  // Only this log can open the state, so the callback must come here.
  if (config.logs !== null) goToLog(context, config.logId, config);
  return context.redirect(begun.redirectTo.href, 302);
}

/** Routes the browser's requests to a log from now on. */
const goToLog = (context: Context<Env>, log: number, { publicUrl }: Deps["config"]): void =>
  context.header("Set-Cookie", logCookie(publicUrl).set(String(log)), { append: true });

/** Restarts the sign-in at the player's log. The platform remembers them; logs share no identities. */
function signInThere(
  context: Context<Env>,
  { log, returnTo, isFresh }: { readonly log: number; readonly returnTo: string; readonly isFresh: boolean },
  { config }: Pick<Deps, "config">,
): Response {
  goToLog(context, log, config);
  const query = new URLSearchParams({ returnTo, ...(isFresh ? { fresh: "1" } : {}) });
  return context.redirect(`/api/login?${query}`, 302);
}

async function finishSignIn(context: Context<Env>, deps: PlayerDeps): Promise<Response> {
  const { signIn, config, sessions, cookies, positions, log } = deps;
  if (signIn === null) throw setupRequired();
  const stateCookie = signInCookie(config.publicUrl);
  const finished = await signIn.finish({
    callbackUrl: new URL(context.req.url),
    stateCookie: stateCookie.read(context.req.header("Cookie")),
  });
  context.header("Set-Cookie", stateCookie.clear(), { append: true });
  if (!finished.ok) return context.redirect(errorAddress(finished), 302);
  const { fresh } = finished;
  try {
    if (fresh !== null && !(await spendFreshSignIn(fresh.state, deps)))
      return context.redirect(errorAddress(failure("state_used", finished.startedAt)), 302);
    const log = await otherHomeLog(finished.profile.sub, deps);
    const { returnTo } = finished;
    if (log !== null) return signInThere(context, { log, returnTo, isFresh: fresh !== null }, deps);
    const { playerId, position: registeredAt } = await signInPlayer(finished, deps);
    let position = registeredAt;
    for (const feature of deps.features)
      position = Math.max(position, await feature.signedIn({ playerId, context }));
    await sessions.end(cookies.read(context.req.header("Cookie")));
    const token = await sessions.begin(playerId, {
      freshAt: fresh?.at ?? null,
      client: clientName(context.req.header("User-Agent")),
      previousAt: await meetClient(context, playerId, deps),
    });
    const session = hashSessionToken(token);
    // The next page reads what the registration wrote.
    if (session !== null) positions.wrote(session, position);
    for (const cookie of cookies.set(token)) context.header("Set-Cookie", cookie, { append: true });
    return context.redirect(finished.returnTo, 302);
  } catch (error) {
    log.error(
      { requestId: context.get("requestId"), error: (error as Error).message },
      "a sign-in was not finished",
    );
    const told = { ...finished, error: "auth_failed", message: MESSAGES.auth_failed } as const;
    return context.redirect(errorAddress(told), 302);
  }
}
