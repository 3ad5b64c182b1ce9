import { createHash } from "node:crypto";
import type { PeerPorts } from "#domain/ledger/transit/peer-receipt.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";
import type { LogsSettings } from "./settings.ts";

/** Checks receipts of other logs: with the keys of each, and none of this log's own. */
export const peerPortsOf = ({ all }: LogsSettings, logId: number): PeerPorts => ({
  keysOfLogs: new Map(all.flatMap(({ id, keys }) => (id === logId ? [] : [[id, keys] as const]))),
  sha256: async (bytes) => createHash("sha256").update(bytes).digest(),
  verifyEd25519,
});
