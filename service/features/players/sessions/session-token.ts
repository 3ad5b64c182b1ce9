import { hash, randomBytes } from "node:crypto";
import { SESSION_HINT } from "#domain/kernel/session-hint.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { type SiteCookie, siteCookie } from "#service/integrations/platform/sign-in/cookie.ts";

/** Idle lifetime of a session (7 days, in milliseconds). */
export const SESSION_IDLE_MS = 7 * DAY_MS;

/** Maximum lifetime of a session, however active (30 days, in milliseconds). */
export const SESSION_ABSOLUTE_MS = 30 * DAY_MS;

/** The longest that browsers keep a cookie (400 days, in milliseconds). */
const CLIENT_KNOWN_MS = 400 * DAY_MS;

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new session token: 256 random bits in base64url. Only the browser keeps it. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/**
 * The hash stored for a token, so that a copy of the database opens no session. A plain hash is enough for 256 random
 * bits.
 * @returns SHA-256 of the token as 64 hex characters; null for a malformed token
 */
export function hashSessionToken(token: string | null): string | null {
  if (token === null || !TOKEN.test(token)) return null;
  return hash("sha256", token, "hex");
}

/** When a session began and was last used, in milliseconds since 1970. */
interface SessionTimes {
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

/**
 * When an unused session expires, in milliseconds since 1970.
 * @example sessionEndsAt({ createdAt: 0, lastSeenAt: 0 }) // SESSION_IDLE_MS
 */
export const sessionEndsAt = ({ createdAt, lastSeenAt }: SessionTimes): number =>
  Math.min(lastSeenAt + SESSION_IDLE_MS, createdAt + SESSION_ABSOLUTE_MS);

/**
 * Whether a session may still be used at `now` (milliseconds since 1970).
 * @example sessionState({ createdAt: 0, lastSeenAt: 0 }, SESSION_IDLE_MS) // "expired"
 */
export function sessionState({ createdAt, lastSeenAt }: SessionTimes, now: number): "live" | "expired" {
  const idle = now - lastSeenAt >= SESSION_IDLE_MS;
  const old = now - createdAt >= SESSION_ABSOLUTE_MS;
  return idle || old ? "expired" : "live";
}

/** The cookie that recognises a browser at any player's next sign-in. It grants nothing. */
export const clientCookie = (publicUrl: URL): SiteCookie =>
  siteCookie({ publicUrl, name: "florin_client", lifetimeMs: CLIENT_KNOWN_MS, httpOnly: true });

/** The session's two cookies, always set and cleared together. */
export interface SessionCookies {
  /** The name of the token's cookie. */
  readonly name: string;
  /** `Set-Cookie` values for a new session. */
  set(token: string): readonly string[];
  /** `Set-Cookie` values for an ended session. */
  clear(): readonly string[];
  /** The token in a `Cookie` header, unchecked; null for none. */
  read(cookieHeader: string | null | undefined): string | null;
}

/**
 * The cookies of a session on the site at `publicUrl`: the token, which scripts cannot read, and a hint that
 * tells the page to wait for the account instead of showing the landing page first.
 */
export function sessionCookies(publicUrl: URL): SessionCookies {
  const common = { publicUrl, lifetimeMs: SESSION_ABSOLUTE_MS };
  const session: SiteCookie = siteCookie({ ...common, name: "florin_session", httpOnly: true });
  const hint: SiteCookie = siteCookie({ ...common, name: SESSION_HINT.name, httpOnly: false });
  return {
    name: session.name,
    set: (token) => [session.set(token), hint.set(SESSION_HINT.value)],
    clear: () => [session.clear(), hint.clear()],
    read: (header) => session.read(header),
  };
}
