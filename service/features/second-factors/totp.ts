import { createHmac, timingSafeEqual } from "node:crypto";

/** The period of codes in milliseconds. They have six digits; all authenticator apps assume both. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps that a clock may be off, either way. */
const WINDOW = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of one time step (RFC 6238, SHA-1). */
export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

/** The time step of a code, if within the window around `now` (milliseconds); null for a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | null {
  const middle = Math.floor(now / STEP_MS);
  for (let step = middle - WINDOW; step <= middle + WINDOW; step += 1)
    if (timingSafeEqual(Buffer.from(totpAt(secret, step)), Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS))))
      return step;
  return null;
}

/** Bytes in base 32 (RFC 4648), without padding, as people type them. */
export function base32(bytes: Uint8Array): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((held >>> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32.charAt((held << (5 - bits)) & 31);
}

/** The address in the QR code for an authenticator app. @param account the player's name in the app */
export function totpAddress(secret: Uint8Array, site: string, account: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer: site });
  return `otpauth://totp/${encodeURIComponent(`${site}:${account}`)}?${query}`;
}
