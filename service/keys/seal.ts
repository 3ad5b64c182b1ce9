import { type CipherGCMTypes, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

import { invariant } from "#domain/kernel/invariant.ts";

const CIPHER: CipherGCMTypes = "aes-256-gcm";

/** The length of a sealing key. */
export const SEAL_KEY_BYTES = 32;

/** Most bytes in one seal; everything sealed here is a seed, a token or a small cookie. */
export const SEAL_PLAIN_BYTES_MAX = 16_384;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const PART = /^[A-Za-z0-9_-]*$/;
const SEALED_CHARS_MAX = 22_000;

/** A key with the name that its seals carry, so that keys can be changed without losing sealed data. */
export interface SealKey {
  /** 1 to 32 letters, digits, `_` or `-`. */
  readonly id: string;
  /** Exactly 32 bytes, from a random source. */
  readonly bytes: Uint8Array;
}

/** Seals bytes so that only a holder of the key can read them, and any change is detected. */
export interface Sealer {
  /**
   * Seals `plain` (at most 16 KiB) under the first key with a fresh nonce. `associated` is neither secret nor stored:
   * it names the purpose and the place of the seal, which does not open anywhere else.
   * @returns `keyId.nonce.cipher.tag`, each part but the first in base64url
   * @throws InvariantError when `plain` is too long
   */
  seal(plain: Uint8Array, associated: string): string;
  /**
   * Opens a seal made under any key of the list.
   * @returns the bytes, or null for a seal that was changed, is malformed, names no key of the list or has other
   *   associated data; the reasons are not told apart, so that an attacker learns nothing
   */
  open(sealed: string, associated: string): Uint8Array | null;
}

/**
 * Creates a sealer (AES-256-GCM) from keys, newest first: the first seals, all open. To change keys, put the new one in
 * front, seal everything again (`seal(open(text))`), then drop the old one. One key is good for 2^32 seals, the limit
 * of random 96-bit nonces.
 * @throws InvariantError when there is no key, an id is malformed or given twice, or a key is not 32 bytes long
 * @example
 * const sealer = createSealer({ keys: [{ id: "k2", bytes: newest }, { id: "k1", bytes: older }] });
 * const text = sealer.seal(seed, "florin/seed:p_01:1");
 * sealer.open(text, "florin/seed:p_01:1"); // the seed
 * sealer.open(text, "florin/seed:p_02:1"); // null: it belongs to another player
 */
export function createSealer({ keys }: { readonly keys: readonly SealKey[] }): Sealer {
  const ring = new Map<string, Uint8Array>();
  for (const { id, bytes } of keys) {
    invariant(KEY_ID.test(id), "the id of a sealing key is 1 to 32 letters, digits, _ or -");
    invariant(!ring.has(id), `the sealing key ${id} is given once`);
    invariant(bytes.length === SEAL_KEY_BYTES, `the sealing key ${id} is ${SEAL_KEY_BYTES} bytes long`);
    // A copy, because the caller may wipe or reuse the key's buffer.
    ring.set(id, Uint8Array.from(bytes));
  }
  const first = keys[0];
  invariant(first !== undefined, "a sealer has at least one key");
  const sealingKey = { id: first.id, bytes: Uint8Array.from(first.bytes) };
  return {
    seal: (plain, associated) => sealWith(sealingKey, plain, associated),
    open: (sealed, associated) => openWith(ring, sealed, associated),
  };
}

function sealWith(key: SealKey, plain: Uint8Array, associated: string): string {
  invariant(plain.length <= SEAL_PLAIN_BYTES_MAX, `a seal holds at most ${SEAL_PLAIN_BYTES_MAX} bytes`);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(associated, "utf8"));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  const parts = [nonce, body, cipher.getAuthTag()].map((bytes) => bytes.toString("base64url"));
  return [key.id, ...parts].join(".");
}

function openWith(
  ring: ReadonlyMap<string, Uint8Array>,
  sealed: string,
  associated: string,
): Uint8Array | null {
  if (sealed.length > SEALED_CHARS_MAX) return null;
  const [id, nonceText, bodyText, tagText, ...rest] = sealed.split(".");
  if (id === undefined || nonceText === undefined || bodyText === undefined || tagText === undefined)
    return null;
  const key = ring.get(id);
  const nonce = decode(nonceText);
  const body = decode(bodyText);
  const tag = decode(tagText);
  if (rest.length > 0 || key === undefined || nonce === null || body === null || tag === null) return null;
  if (nonce.length !== NONCE_BYTES || tag.length !== TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(associated, "utf8"));
  decipher.setAuthTag(tag);
  const opened = decipher.update(body);
  try {
    return Uint8Array.from(Buffer.concat([opened, decipher.final()]));
  } catch {
    return null;
  }
}

/** Node reads base64url leniently; accepting one spelling only keeps each seal unique as text. */
function decode(text: string): Buffer | null {
  if (!PART.test(text)) return null;
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : null;
}
