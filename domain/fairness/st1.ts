import { utf8 } from "../kernel/bytes.ts";
import { invariant } from "../kernel/invariant.ts";

/** The faces of the coin, and the currencies they are played in. */
export type Side = "rbx" | "tix";
export const SIDES = ["rbx", "tix"] as const satisfies readonly Side[];

/** Scheme "st1": HMAC-SHA256 keyed by a committed server seed over the client seed and a rising nonce. */
export const ST1 = "st1";
/** A pair of seeds serves this many games, nonces 0 to 999, and is then rotated by itself. */
export const PAIR_NONCES_MAX = 1_000;
/** From this nonce on, a browser rotates on its player's behalf, with a client seed of its own. */
export const PAIR_NONCES_ROTATE_FROM = 900;

/** What commits to a server seed: the bytes whose SHA-256 is shown before the first game. */
export const commitmentBytes = (serverSeed: string) => utf8(serverSeed);

/** The key of the HMAC: the 64 hex characters of the server seed, as text. */
export const st1Key = (serverSeed: string) => utf8(serverSeed);

/** The message of the HMAC. The last part counts further digests of one game; a flip needs only the first. */
export const st1Message = (clientSeed: string, nonce: number): string => `${clientSeed}:${nonce}:0`;

/**
 * The face that a digest shows: its top bit, 1 for rbx and 0 for tix, so that both are exactly as likely.
 * @param digest at least one byte of HMAC-SHA256
 */
export function sideOfDigest(digest: Uint8Array): Side {
  const first = digest[0];
  invariant(first !== undefined, "a digest has bytes");
  return first >= 0x80 ? "rbx" : "tix";
}

/** Hash functions as the platform gives them: WebCrypto in a browser, node:crypto on the server. */
export interface St1Crypto {
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  hmacSha256(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** One flip as its proof states it. */
export interface St1Claim {
  readonly serverSeedHash: string;
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly result: Side;
}

/** What checking a claim found: the commitment recomputed, the digest, and the face it shows. */
export interface St1Check {
  readonly commitment: Uint8Array;
  readonly digest: Uint8Array;
  readonly result: Side;
}

/** Recomputes a flip from its seeds; the caller compares commitment and result with the claim. */
export async function recomputeSt1(
  claim: Omit<St1Claim, "result" | "serverSeedHash">,
  crypto: St1Crypto,
): Promise<St1Check> {
  const commitment = await crypto.sha256(commitmentBytes(claim.serverSeed));
  const digest = await crypto.hmacSha256(
    st1Key(claim.serverSeed),
    utf8(st1Message(claim.clientSeed, claim.nonce)),
  );
  return { commitment, digest, result: sideOfDigest(digest) };
}
