import type { Settings } from "./config.ts";
import { PROVIDER_KEYS } from "./integrations/payments/settings.ts";
import { isLowEntropy, type NamedKey } from "./keys/named-keys.ts";
import { isPublishedKey } from "./keys/published-keys.ts";

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
/** Whether a host is this machine or has a private address (RFC 1918, RFC 4193). */
const isInside = (host: string): boolean =>
  isLoopback(host) || /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[f[cd])[\da-f.:]+\]?$/i.test(host);
const isPlain = (address: string | undefined): boolean => address?.startsWith("http:") === true;

/** Everything in well-formed settings that production refuses, one line each that says what to set. */
export function unsafeSettings(e: Partial<Settings>): string[] {
  return [...unsafeAddresses(e), ...unsafeKeys(e), ...unsafeOperation(e), ...unsafePayments(e)];
}

function unsafeAddresses(e: Partial<Settings>): string[] {
  const wrong: string[] = [];
  const publicUrl = new URL(e.PUBLIC_URL ?? `http://localhost:${e.PORT ?? 0}`);
  if (e.PUBLIC_URL === undefined && e.HOST !== undefined && !isLoopback(e.HOST))
    wrong.push("PUBLIC_URL: is needed when HOST is not this machine, such as https://florin.example");
  if (publicUrl.protocol !== "https:" && !isLoopback(publicUrl.hostname))
    wrong.push("PUBLIC_URL: must be https, for sessions must not travel in the clear");
  const redirect = e.ROBLOX_REDIRECT_URI;
  const isKnown = e.PUBLIC_URL !== undefined || (e.HOST !== undefined && isLoopback(e.HOST));
  if (redirect !== undefined && isKnown && new URL(redirect).origin !== publicUrl.origin)
    wrong.push(`ROBLOX_REDIRECT_URI: must be on the origin of PUBLIC_URL, ${publicUrl.origin}`);
  if (e.LOGS?.some(({ origin }) => isPlain(origin) && !isInside(new URL(origin).hostname)))
    wrong.push("LOGS: must be https, or addresses of a network of your own, for a secret is sent there");
  if (isPlain(e.ROBLOX_ISSUER)) wrong.push("ROBLOX_ISSUER: must be https");
  if (isPlain(e.ROBLOX_API_ORIGIN)) wrong.push("ROBLOX_API_ORIGIN: must be https, for tokens are sent there");
  if (e.PICTURE_ORIGINS?.some(isPlain)) wrong.push("PICTURE_ORIGINS: must all be https");
  return wrong;
}

function unsafeKeys(e: Partial<Settings>): string[] {
  const wrong: string[] = [];
  const keys: { readonly [name: string]: readonly NamedKey[] } = {
    MASTER_KEYS: e.MASTER_KEYS ?? [],
    TOKEN_KEYS: e.TOKEN_KEYS ?? [],
    HEAD_KEYS: e.HEAD_KEYS ?? [],
    BEACON_KEYS: e.BEACON_KEYS ?? [],
  };
  // Retired keys are public halves: the published private half could sign heads that verify.
  for (const [name, named] of Object.entries({ ...keys, RETIRED_HEAD_KEYS: e.RETIRED_HEAD_KEYS ?? [] })) {
    if (named.some(({ bytes }) => isPublishedKey(bytes)))
      wrong.push(`${name}: holds a published key; make your own with: openssl rand -base64 32`);
    else if (named.some(isLowEntropy))
      wrong.push(`${name}: holds a key that is not random; make one with: openssl rand -base64 32`);
  }
  if (
    e.LOGS?.some((log) => log.keys.some(({ publicKey }) => isPublishedKey(Buffer.from(publicKey, "base64"))))
  )
    wrong.push("LOGS: holds a published key; name the public halves of your own");
  const signing = new Set(e.HEAD_KEYS?.map(({ id }) => id));
  for (const { id } of e.RETIRED_HEAD_KEYS ?? [])
    if (signing.has(id)) wrong.push(`RETIRED_HEAD_KEYS: ${id} is in HEAD_KEYS, too`);
  const all = Object.values(keys).flatMap((named) => named.map(({ bytes }) => bytes.toString("base64")));
  if (new Set(all).size < all.length)
    wrong.push("MASTER_KEYS, TOKEN_KEYS, HEAD_KEYS, BEACON_KEYS: must all be different keys");
  return wrong;
}

function unsafeOperation(e: Partial<Settings>): string[] {
  const wrong: string[] = [];
  if (e.AGE_GATE === "provider")
    wrong.push("AGE_GATE: the verifier that is built in is a sandbox; take birthdate");
  if (e.REGION_HEADER !== undefined && (e.TRUSTED_PROXIES ?? []).length === 0)
    wrong.push("REGION_HEADER: is believed only from TRUSTED_PROXIES, and none are set");
  if (e.DATABASE_URL === undefined && e.ALLOW_PGLITE === "no")
    wrong.push("DATABASE_URL: is needed; PGlite is for trying out, and needs ALLOW_PGLITE=yes");
  if (e.METRICS === "on" && e.METRICS_TOKEN === undefined)
    wrong.push("METRICS_TOKEN: is needed while METRICS is on");
  return wrong;
}

/** Fewest admins where real money is taken: an act that weakens a control needs two. */
const ADMINS_MIN = 2;

function unsafePayments(e: Partial<Settings>): string[] {
  if (e.REAL_MONEY !== "on") return [];
  const wrong: string[] = [];
  const providers = Object.entries(PROVIDER_KEYS).filter(([, keys]) =>
    keys.every((key) => e[key] !== undefined),
  );
  if (providers.length === 0)
    wrong.push(
      "REAL_MONEY: needs the keys of a provider, such as STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET",
    );
  if (e.STRIPE_SECRET_KEY?.startsWith("sk_test_") === true)
    wrong.push("STRIPE_SECRET_KEY: is a key for tests, and real money is on");
  for (const name of ["STRIPE_ORIGIN", "PAYPAL_ORIGIN", "BTCPAY_ORIGIN"] as const)
    if (!isFarAway(e[name])) wrong.push(`${name}: must be https and not this machine`);
  if (e.PAYPAL_ORIGIN?.includes("sandbox") === true)
    wrong.push("PAYPAL_ORIGIN: is PayPal's sandbox, and real money is on");
  if (e.PUBLIC_URL?.startsWith("https:") !== true)
    wrong.push("PUBLIC_URL: must be https where real money is on");
  if (e.ADMIN_SECOND_FACTOR === "optional")
    wrong.push("ADMIN_SECOND_FACTOR: must be required where real money is on");
  if (e.AGE_GATE === "consent") wrong.push("AGE_GATE: must be birthdate where real money is on");
  if ((e.REGIONS_BLOCKED ?? []).length === 0)
    wrong.push(
      "REGIONS_BLOCKED: must name the countries in which you may not offer this, where real money is on",
    );
  if (e.SMTP_URL === undefined) wrong.push("SMTP_URL: is needed where real money is on, for receipts");
  if (new Set(e.ADMIN_PLATFORM_IDS ?? []).size < ADMINS_MIN)
    wrong.push("ADMIN_PLATFORM_IDS: must name two admins where real money is on");
  return wrong;
}

/** Whether an address is https at another machine, as every real provider's is. */
function isFarAway(address: string | undefined): boolean {
  if (address === undefined) return true;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" && !isLoopback(hostname);
}
