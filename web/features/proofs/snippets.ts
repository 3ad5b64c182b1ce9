import { st1Message } from "#domain/fairness/st1.ts";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";

/** What goes into commands that people paste into a shell. */
const SEED = /^[0-9a-f]{64}$/;
const PLAIN = /^[A-Za-z0-9_-]{1,64}$/;

/** Commands that recompute a flip without this site. */
export interface Snippets {
  readonly node: string;
  readonly shell: string;
}

/** Shell commands for a proof; null while its seed is secret or if a value is malformed. */
export function snippetsFor({ serverSeed, clientSeed, nonce }: FlipProof): Snippets | null {
  if (serverSeed === null || !SEED.test(serverSeed) || !PLAIN.test(clientSeed)) return null;
  if (!Number.isSafeInteger(nonce) || nonce < 0) return null;
  const message = st1Message(clientSeed, nonce);
  return {
    node: [
      `node -e 'const c = require("node:crypto"), seed = "${serverSeed}";`,
      `console.log("commitment", c.createHash("sha256").update(seed).digest("hex"));`,
      `const d = c.createHmac("sha256", seed).update("${message}").digest();`,
      `console.log("result", d[0] >= 128 ? "rbx" : "tix", "digest", d.toString("hex"));'`,
    ].join("\n"),
    shell: [
      "# the commitment",
      `printf %s '${serverSeed}' | openssl dgst -sha256`,
      "# the digest: its first digit is 8 to f for rbx, 0 to 7 for tix",
      `printf %s '${message}' | openssl dgst -sha256 -hmac '${serverSeed}'`,
    ].join("\n"),
  };
}
