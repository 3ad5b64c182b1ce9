import { createPrivateKey, createPublicKey, type KeyObject, verify } from "node:crypto";
import { fromBase64 } from "#domain/ledger/base64.ts";
import type { Ed25519Claim } from "#domain/ledger/receipt.ts";

/** Length of a raw Ed25519 key, private or public. */
export const ED25519_KEY_BYTES = 32;

/** The DER prefix of a raw key (RFC 8410); DER is the only binary form that Node takes. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/**
 * Reads a private key: PEM (PKCS #8) or base64 of its raw 32 bytes.
 * @throws Error when it is neither; the message never repeats the text
 */
export function ed25519PrivateKey(text: string): KeyObject {
  const raw = fromBase64(text.trim());
  if (raw !== null && raw.length !== ED25519_KEY_BYTES)
    throw new Error(`A private Ed25519 key is ${ED25519_KEY_BYTES} bytes long, not ${raw.length}`);
  const key = raw === null ? pemKey(text) : derKey(Buffer.concat([PKCS8_PREFIX, raw]));
  if (key.asymmetricKeyType !== "ed25519") throw new Error("A key that signs heads is an Ed25519 key");
  return key;
}

const derKey = (der: Buffer): KeyObject => createPrivateKey({ key: der, format: "der", type: "pkcs8" });

function pemKey(text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    // The cause could quote the key.
    throw new Error("A private key is PEM or the base64 of its raw bytes");
  }
}

/** The raw 32 bytes of a key's public half. */
export function rawPublicKey(key: KeyObject): Uint8Array {
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  return new Uint8Array(der.subarray(SPKI_PREFIX.length));
}

const publicKeys = new Map<string, KeyObject | null>();
/** Keys prepared for verification; a log has a handful in its life. */
const PUBLIC_KEYS_MAX = 64;

function publicKeyOf(raw: Uint8Array): KeyObject | null {
  const name = Buffer.from(raw).toString("hex");
  const known = publicKeys.get(name);
  if (known !== undefined) return known;
  if (publicKeys.size >= PUBLIC_KEYS_MAX) publicKeys.clear();
  const key =
    raw.length === ED25519_KEY_BYTES
      ? createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: "der", type: "spki" })
      : null;
  publicKeys.set(name, key);
  return key;
}

/** Node's Ed25519 in the form that the domain's checks take. A key of the wrong length verifies nothing. */
export async function verifyEd25519({ publicKey, message, signature }: Ed25519Claim): Promise<boolean> {
  const key = publicKeyOf(publicKey);
  return key !== null && verify(null, message, key, signature);
}
