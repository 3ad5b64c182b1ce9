import type { Context } from "hono";
import type { Config } from "#service/config.ts";
import { type SessionCookies, sessionCookies } from "#service/features/players/session-token.ts";
import type { Caller, Env } from "./caller.ts";
import type { Deps } from "./deps.ts";

const known = new WeakMap<Config, SessionCookies>();

/** The session cookies of the site at its public address. */
export function cookiesOf(config: Config): SessionCookies {
  const cookies = known.get(config) ?? sessionCookies(config.publicUrl);
  known.set(config, cookies);
  return cookies;
}

/** Who makes a request; null when nobody is signed in. Asked of the database at most once a request. */
export async function callerOf(context: Context<Env>, deps: Deps): Promise<Caller | null> {
  const before = context.get("caller");
  if (before !== undefined) return before;
  const token = cookiesOf(deps.config).read(context.req.header("Cookie"));
  const session = await deps.sessions.find(token);
  const caller: Caller | null =
    session === null
      ? null
      : {
          playerId: session.playerId,
          session: session.hash,
          roles: deps.config.adminPlatformIds.has(session.platformId) ? ["admin"] : [],
        };
  context.set("caller", caller);
  return caller;
}
