import type { St1Crypto } from "#domain/fairness/st1.ts";
import type { Ed25519Claim, ReceiptPorts } from "#domain/ledger/receipt.ts";

/** Thrown when this browser cannot run a check. It says nothing about the checked thing. */
export class CannotCheckError extends Error {
  override readonly name = "CannotCheckError";
}

export const INSECURE_PAGE =
  "Browsers offer their cryptography to pages on https or localhost only. Open this page at such an address to check it.";
export const NO_ED25519 =
  "This browser cannot check Ed25519 signatures. Current versions of Chrome, Edge, Firefox and Safari can.";

const HMAC_SHA256 = { name: "HMAC", hash: "SHA-256" } as const;
/** What browsers throw for an algorithm they do not know. */
const UNKNOWN_ALGORITHM = new Set(["NotSupportedError", "SyntaxError"]);

function subtle(): SubtleCrypto {
  // Typed as always there, yet absent on pages that are not secure.
  const found = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!found) throw new CannotCheckError(INSECURE_PAGE);
  return found;
}

const isUnknownAlgorithm = (error: unknown): boolean =>
  UNKNOWN_ALGORITHM.has(String((error as { name?: unknown } | null)?.name));

async function publicKeyOf(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey | null> {
  try {
    return await subtle().importKey("raw", raw, "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error instanceof CannotCheckError) throw error;
    if (isUnknownAlgorithm(error)) throw new CannotCheckError(NO_ED25519);
    // Bytes that are no key verify nothing.
    return null;
  }
}

/**
 * The browser's own cryptography as the checks of fairness and ledger take it.
 * @throws CannotCheckError from each of its functions where the browser does not offer it
 * @example await recomputeSt1(proof, webCrypto)
 */
export const webCrypto: St1Crypto & Pick<ReceiptPorts, "sha256" | "verifyEd25519"> = {
  sha256: async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await subtle().digest("SHA-256", bytes)),
  hmacSha256: async (key, message) => {
    const imported = await subtle().importKey("raw", key, HMAC_SHA256, false, ["sign"]);
    return new Uint8Array(await subtle().sign("HMAC", imported, message));
  },
  verifyEd25519: async ({ publicKey, message, signature }: Ed25519Claim) => {
    const key = await publicKeyOf(publicKey);
    return key !== null && subtle().verify("Ed25519", key, signature, message);
  },
};
