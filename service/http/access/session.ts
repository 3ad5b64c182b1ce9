import type { Context } from "hono";
import type { Deps } from "#service/http/deps.ts";
import type { Caller, Env } from "./caller.ts";

type Needs = Pick<Deps, "callers">;

/** The caller without a query: null when signed out, undefined when only the database can tell. */
export function knownCaller(context: Context<Env>, { callers }: Needs): Caller | null | undefined {
  const before = context.get("caller");
  if (before !== undefined) return before;
  const known = callers.known(context.req.header("Cookie"));
  if (known !== undefined) context.set("caller", known);
  return known;
}

/**
 * The caller as this process remembers, for counting requests: the session may have ended, which the route finds out.
 * Null for visitors, and for sessions that are not in memory.
 */
export function lastCaller(context: Context<Env>, deps: Needs): Caller | null {
  const known = knownCaller(context, deps);
  return known === undefined ? deps.callers.remembered(context.req.header("Cookie")) : known;
}

/** The caller, or null without a session. Queries the database at most once per request. */
export async function callerOf(context: Context<Env>, { callers }: Needs): Promise<Caller | null> {
  const before = context.get("caller");
  if (before !== undefined) return before;
  const caller = await callers.find(context.req.header("Cookie"));
  context.set("caller", caller);
  return caller;
}
