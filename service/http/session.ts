import type { Context } from "hono";
import type { Config } from "#service/config.ts";
import { type SessionCookies, sessionCookies } from "#service/features/players/session-token.ts";
import type { Session } from "#service/features/players/sessions.ts";
import type { Caller, Env } from "./caller.ts";
import type { Deps } from "./deps.ts";

const known = new WeakMap<Config, SessionCookies>();

/** The session cookies of the site at its public address. */
export function cookiesOf(config: Config): SessionCookies {
  const cookies = known.get(config) ?? sessionCookies(config.publicUrl);
  known.set(config, cookies);
  return cookies;
}

/**
 * Who makes a request, when that is known without asking the database: null when nobody is signed in, undefined when it
 * has to be asked.
 */
export function knownCaller(
  context: Context<Env>,
  deps: Pick<Deps, "config" | "sessions">,
): Caller | null | undefined {
  const before = context.get("caller");
  if (before !== undefined) return before;
  const session = deps.sessions.known(tokenOf(context, deps));
  return session === undefined ? undefined : keepCaller(context, deps, session);
}

/**
 * Who makes a request as far as this process remembers, for counting: the session may be over meanwhile, which whoever
 * answers finds out. Null when nobody is signed in, or that has yet to be looked up.
 */
export function lastCaller(
  context: Context<Env>,
  deps: Pick<Deps, "config" | "sessions">,
): { readonly playerId: string } | null {
  const known = knownCaller(context, deps);
  return known === undefined ? deps.sessions.remembered(tokenOf(context, deps)) : known;
}

/** Who makes a request; null when nobody is signed in. Asked of the database at most once a request. */
export async function callerOf(context: Context<Env>, deps: Deps): Promise<Caller | null> {
  const before = context.get("caller");
  if (before !== undefined) return before;
  return keepCaller(context, deps, await deps.sessions.find(tokenOf(context, deps)));
}

const tokenOf = (context: Context<Env>, { config }: Pick<Deps, "config">): string | null =>
  cookiesOf(config).read(context.req.header("Cookie"));

function keepCaller(
  context: Context<Env>,
  { config }: Pick<Deps, "config">,
  session: Session | null,
): Caller | null {
  const caller: Caller | null =
    session === null
      ? null
      : {
          playerId: session.playerId,
          session: session.hash,
          roles: config.adminPlatformIds.has(session.platformId) ? ["admin"] : [],
        };
  context.set("caller", caller);
  return caller;
}
