import { createHmac, timingSafeEqual } from "node:crypto";

/** Maximum age of a signature, and maximum time ahead of our clock, in seconds. */
const AGE_MAX_SECONDS = 300;
const AHEAD_MAX_SECONDS = 60;
/** Two secrets are in use while one is rotated. */
const SIGNATURES_MAX = 8;
const TIME = /^\d{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** Signs a body as Stripe does. @param at seconds since 1970 */
export const stripeSignature = (secret: string, at: number, raw: Uint8Array): string =>
  createHmac("sha256", secret).update(`${at}.`).update(raw).digest("hex");

/**
 * Whether a body was recently signed by Stripe.
 * @param header `Stripe-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]`
 * @param now seconds since 1970
 */
export function isSignedByStripe(
  header: string | null,
  raw: Uint8Array,
  { secret, now }: { readonly secret: string; readonly now: number },
): boolean {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("="));
  const [time = ""] = parts.flatMap(([name, value]) => (name === "t" && value !== undefined ? [value] : []));
  if (!TIME.test(time)) return false;
  const at = Number(time);
  if (at < now - AGE_MAX_SECONDS || at > now + AHEAD_MAX_SECONDS) return false;
  const due = Buffer.from(stripeSignature(secret, at, raw), "hex");
  const given = parts.flatMap(([name, value = ""]) =>
    name === "v1" && SIGNATURE.test(value) ? [value] : [],
  );
  return given.slice(0, SIGNATURES_MAX).some((hex) => timingSafeEqual(Buffer.from(hex, "hex"), due));
}
