import { createHmac } from "node:crypto";
import { invariant } from "#domain/kernel/invariant.ts";
import { type SiteCookie, siteCookie } from "#service/integrations/platform/sign-in/cookie.ts";
import type { LogsSettings } from "./settings.ts";

/** Browsers keep no cookie longer: 400 days, in milliseconds. */
const COOKIE_KEPT_MS = 400 * 86_400_000;

/**
 * The home log of a new account holder: the log with the highest keyed hash of the platform account, so that an added
 * log takes its share of new ones from every other, and nobody else moves.
 */
export function logForNew(platformId: string, { all, secret }: LogsSettings): number {
  const ranked = all.map(({ id }) => ({
    id,
    rank: createHmac("sha256", secret).update(`florin-log/${id}/${platformId}`).digest("hex"),
  }));
  const [first] = ranked.toSorted((a, b) => (a.rank < b.rank ? 1 : -1));
  invariant(first !== undefined, "there is a log");
  return first.id;
}

/** Routes a browser's requests. It grants nothing: a session is valid only in its own log. */
export const logCookie = (publicUrl: URL): SiteCookie =>
  siteCookie({ publicUrl, name: "florin_log", lifetimeMs: COOKIE_KEPT_MS, httpOnly: true });
