import { createHash } from "node:crypto";

/** SHA-256 of a server seed's text, as hex: shown to players before their games. */
export function commitmentOf(serverSeed: string): string {
  return createHash("sha256").update(serverSeed, "latin1").digest("hex");
}

/** SHA-256 of a server seed's bytes, as hex: shown for a game between players. */
export function gameCommitmentOf(serverSeed: string): string {
  return createHash("sha256").update(serverSeed, "hex").digest("hex");
}

/** Whether a seed matches a commitment, in either of the two schemes. */
export const isCommittedTo = (commitment: string, serverSeed: string): boolean =>
  commitment === commitmentOf(serverSeed) || commitment === gameCommitmentOf(serverSeed);
