import { createHash } from "node:crypto";
import { ed25519PrivateKey, rawPublicKey } from "#service/ledger/ed25519.ts";
import { DEMO_KEYS } from "./demo-keys.ts";

/** SHA-256 of every other key in the repository or its documents. A test finds them all. */
const SHOWN_SHA256: readonly string[] = [
  "63488ab24bc0b47c1bb7da7d05b78f34ddbc906f4e7ae8dae2b4f6737b0dde7c",
  "561c9f2cc0e720388ff4e57611e7bce3d0b3d5b44563b15486646372b0f4ffc9",
  "41a6074c8c2aebd808cea0deece29a5276685cc572bea7e0f3d5d27250c40af1",
  "5c251f970f524978254b6bd73d2ece63d6085d9c69fb685d9806c113b2ecc80e",
];

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const demoKeys = Object.values(DEMO_KEYS).map((named) =>
  Buffer.from(named.slice(named.indexOf(":") + 1), "base64"),
);
const published = new Set([...SHOWN_SHA256, ...demoKeys.map(sha256)]);
const demoHeadKey = DEMO_KEYS.HEAD_KEYS.slice(DEMO_KEYS.HEAD_KEYS.indexOf(":") + 1);
published.add(sha256(rawPublicKey(ed25519PrivateKey(demoHeadKey))));

/** Whether a key is public: derived from a published name, or shown in the repository. */
export const isPublishedKey = (bytes: Uint8Array): boolean => published.has(sha256(bytes));
