import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { fromHex } from "../kernel/bytes.ts";
import { invariant } from "../kernel/invariant.ts";

/** A public source of randomness: a value each period, signed, that nobody knows before its time. */
export interface BeaconChain {
  /** `drand` is run by independent organisations; `local` by the operator, who has to be trusted. */
  readonly kind: "drand" | "local";
  /** SHA-256 that names the chain, as hex. */
  readonly chainHash: string;
  /** The BLS12-381 key in G2, compressed, as hex. */
  readonly publicKey: string;
  /** When round 1 was published, in milliseconds. */
  readonly genesisAt: number;
  readonly periodMs: number;
}

/** One round of a beacon as its relays give it: the signature in G1, compressed, as hex. */
export interface BeaconRound {
  readonly round: number;
  readonly signature: string;
}

/** The League of Entropy's quicknet, a round every 3 s. Pinned hash and key; relays are trusted with nothing else. */
export const QUICKNET: BeaconChain = {
  kind: "drand",
  chainHash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesisAt: 1_692_803_367_000,
  periodMs: 3_000,
};

const { shortSignatures } = bls12_381;
/** The domain tag of the scheme `bls-unchained-g1-rfc9380`. */
const DOMAIN_TAG = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const ROUND_BYTES = 8;

/** When a round is published, in milliseconds: genesis plus (round - 1) periods. */
export const publishedAt = (round: number, { genesisAt, periodMs }: BeaconChain): number =>
  genesisAt + (round - 1) * periodMs;

/** The first round that is published at an instant or after it. @param at milliseconds */
export const firstRoundFrom = (at: number, { genesisAt, periodMs }: BeaconChain): number =>
  Math.max(1, Math.ceil((at - genesisAt) / periodMs) + 1);

/** The point that a round's signature signs: the SHA-256 of its number as eight bytes, hashed to the curve. */
export function beaconMessage(round: number) {
  invariant(Number.isSafeInteger(round) && round > 0, "rounds are counted from 1");
  const bytes = new Uint8Array(ROUND_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  return shortSignatures.hash(sha256(bytes), DOMAIN_TAG);
}

/** Signatures found right that are remembered. */
const SIGNED_MAX = 1_024;
const signed = new Set<string>();

/**
 * Whether a round's signature is the chain's. False for anything that is no signature at all. The first check takes
 * about 20 ms; a signature found right is remembered, since one round decides many games.
 */
export function isSignedBy(
  { publicKey }: Pick<BeaconChain, "publicKey">,
  { round, signature }: BeaconRound,
): boolean {
  const claim = `${publicKey} ${round} ${signature}`;
  if (signed.has(claim)) return true;
  const [bytes, key] = [fromHex(signature), fromHex(publicKey)];
  if (bytes === null || key === null || !Number.isSafeInteger(round) || round < 1) return false;
  try {
    if (!shortSignatures.verify(bytes, beaconMessage(round), key)) return false;
  } catch {
    return false;
  }
  if (signed.size >= SIGNED_MAX) signed.clear();
  signed.add(claim);
  return true;
}

/** The value of a round: the SHA-256 of its signature. @throws InvariantError when the signature is not hex */
export function beaconValue({ signature }: BeaconRound): Uint8Array {
  const bytes = fromHex(signature);
  invariant(bytes !== null, "a beacon's signature is hex");
  return sha256(bytes);
}
