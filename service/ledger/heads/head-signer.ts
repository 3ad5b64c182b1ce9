import { type KeyObject, sign } from "node:crypto";
import { invariant } from "#domain/kernel/invariant.ts";
import { fromBase64 } from "#domain/ledger/base64.ts";
import { headText, type SignedHeadFields } from "#domain/ledger/block.ts";
import type { LedgerKeys } from "#domain/ledger/proof.ts";
import { ED25519_KEY_BYTES, ed25519PrivateKey, rawPublicKey } from "#service/ledger/ed25519.ts";

const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;

/** A key that signs heads, with the id that its signatures carry. */
export interface HeadKey {
  /** 1 to 32 letters, digits, `_` or `-`. */
  readonly keyId: string;
  /** PEM (PKCS #8) or base64 of the raw 32 bytes. */
  readonly privateKey: string;
}

/** A key that no longer signs, but whose signatures still count. */
export interface RetiredHeadKey {
  readonly keyId: string;
  /** Base64 of the raw 32 bytes. */
  readonly publicKey: string;
}

export interface HeadKeys {
  /** Newest first: the first signs. */
  readonly keys: readonly HeadKey[];
  readonly retired?: readonly RetiredHeadKey[];
}

/** A head before it is signed. */
export type UnsignedHead = Omit<SignedHeadFields, "at">;

/** The fields that signing adds to a head. */
export interface HeadSignature {
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
  /** Base64 of 64 bytes. */
  readonly signature: string;
  readonly keyId: string;
}

/** Signs heads of a log, so that nobody, its owner included, can later claim another content. */
export interface HeadSigner {
  /** @param at milliseconds since 1970 */
  signHead(head: UnsignedHead, at: number): HeadSignature;
  /** Every key whose signatures count, newest first. */
  publicKeys(): LedgerKeys;
}

/**
 * Creates a signer from keys, newest first. To change keys, put the new one in front; a key that must not sign any more
 * is listed with its public half among the retired.
 * @throws when there is no key, one cannot be read, or an id is malformed or given twice
 * @example createHeadSigner({ keys: [{ keyId: "h2", privateKey: pem }] }).signHead(head, Date.now())
 */
export function createHeadSigner({ keys, retired = [] }: HeadKeys): HeadSigner {
  const ids = [...keys, ...retired].map(({ keyId }) => keyId);
  for (const id of ids)
    invariant(KEY_ID.test(id), "the id of a head-signing key is 1 to 32 letters, digits, _ or -");
  invariant(new Set(ids).size === ids.length, "each head-signing key is given once");
  const pairs = keys.map(({ keyId, privateKey }) => ({ keyId, key: ed25519PrivateKey(privateKey) }));
  const [newest] = pairs;
  invariant(newest !== undefined, "there is a key to sign heads with");
  const listed = [...pairs.map(published), ...retired.map(checked)];
  return {
    signHead: (head, at) => signWith(newest, head, at),
    publicKeys: () => ({ keys: listed }),
  };
}

type PublishedKey = LedgerKeys["keys"][number];

function published({ keyId, key }: { readonly keyId: string; readonly key: KeyObject }): PublishedKey {
  const publicKey = Buffer.from(rawPublicKey(key)).toString("base64");
  return { keyId, algorithm: "Ed25519", publicKey };
}

function checked({ keyId, publicKey }: RetiredHeadKey): PublishedKey {
  const isKey = fromBase64(publicKey)?.length === ED25519_KEY_BYTES;
  invariant(isKey, `the retired head-signing key ${keyId} is the base64 of ${ED25519_KEY_BYTES} bytes`);
  return { keyId, algorithm: "Ed25519", publicKey };
}

function signWith(
  { keyId, key }: { readonly keyId: string; readonly key: KeyObject },
  head: UnsignedHead,
  at: number,
): HeadSignature {
  const instant = new Date(at).toISOString();
  const signature = sign(null, Buffer.from(headText({ ...head, at: instant }), "utf8"), key);
  return { at: instant, signature: signature.toString("base64"), keyId };
}
