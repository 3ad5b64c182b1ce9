import { createHash } from "node:crypto";

/** The SHA-256 of a server seed's text, as hex: what players see before their games. */
export function commitmentOf(serverSeed: string): string {
  return createHash("sha256").update(serverSeed, "latin1").digest("hex");
}

/** The SHA-256 of a server seed's bytes, as hex: what is shown of the seed of a game between players. */
export function gameCommitmentOf(serverSeed: string): string {
  return createHash("sha256").update(serverSeed, "hex").digest("hex");
}

/** Whether a seed is the one behind a commitment, in whichever of the two schemes it serves. */
export const isCommittedTo = (commitment: string, serverSeed: string): boolean =>
  commitment === commitmentOf(serverSeed) || commitment === gameCommitmentOf(serverSeed);
