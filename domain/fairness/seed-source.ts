import type { StreamName } from "../kernel/events/event.ts";

/**
 * A decision's only access to secret seeds. Seeds are known by their commitment; the text of one leaves only through
 * `reveal`, and only into the event that makes it public.
 */
export interface SeedSource {
  /** HMAC-SHA256 of scheme st1 under the seed behind a commitment. */
  digest(serverSeedHash: string, clientSeed: string, nonce: number): Uint8Array;
  /** The seed's text, to be published. */
  reveal(serverSeedHash: string): string;
  /** The commitment of a new seed for this pair; the same in every run, kept only if the command is accepted. */
  fresh(pair: number): string;
  /** The same for the one seed of a game between players, kept for its stream, by the commitment of scheme rt1. */
  forGame(game: StreamName): string;
}

/** Whether a command's extras beside its decision include seeds. */
export const isSeedSource = (secrets: object | null): secrets is SeedSource =>
  secrets !== null && "fresh" in secrets && "forGame" in secrets;
