import { type CookieOptions, parse, serialize } from "hono/utils/cookie";

const MS_PER_SECOND = 1_000;

/** One cookie of the site: its name, and the header values that set, clear and read it. */
export interface SiteCookie {
  readonly name: string;
  /** A `Set-Cookie` value that keeps `value` for the cookie's whole lifetime. */
  set(value: string): string;
  /** A `Set-Cookie` value that deletes the cookie. */
  clear(): string;
  /** The cookie's value in a `Cookie` header, or null. */
  read(cookieHeader: string | null | undefined): string | null;
}

interface SiteCookieOptions {
  readonly name: string;
  /** The site's address for browsers. */
  readonly publicUrl: URL;
  /** How long the browser keeps it, in milliseconds. */
  readonly lifetimeMs: number;
  /** False lets scripts of the page read it; for hints without any secret. */
  readonly httpOnly: boolean;
}

/**
 * Describes a cookie (`SameSite=Lax`, `Path=/`, no domain). Under https it is `Secure`, and one that scripts
 * cannot read gets the `__Host-` prefix, which keeps sibling domains from planting their own.
 * @example siteCookie({ name: "florin_session", publicUrl, lifetimeMs: 1000, httpOnly: true }).set("abc")
 */
export function siteCookie({ name, publicUrl, lifetimeMs, httpOnly }: SiteCookieOptions): SiteCookie {
  const secure = publicUrl.protocol === "https:";
  const fullName = secure && httpOnly ? `__Host-${name}` : name;
  const attributes: CookieOptions = { path: "/", sameSite: "Lax", httpOnly, secure };
  const value = plainValueOf(fullName);
  const maxAge = Math.floor(lifetimeMs / MS_PER_SECOND);
  return {
    name: fullName,
    set: (value) => serialize(fullName, value, { ...attributes, maxAge }),
    clear: () => serialize(fullName, "", { ...attributes, maxAge: 0 }),
    read: (header) => (header ? (value(header) ?? parse(header, fullName)[fullName] ?? null) : null),
  };
}

const PLAIN_VALUE = /^[\w-]+$/;

/**
 * Finds a cookie whose value needs no decoding, such as a session's token. Parsing would cost every request as much as
 * four hashes.
 * @returns undefined for any other, which has to be parsed
 */
function plainValueOf(name: string): (cookieHeader: string) => string | undefined {
  const first = new RegExp(`(?:^|;)[ \\t]*${name}[ \\t]*=([^;]*)`);
  return (cookieHeader) => {
    const value = first.exec(cookieHeader)?.[1];
    return value !== undefined && PLAIN_VALUE.test(value) ? value : undefined;
  };
}
