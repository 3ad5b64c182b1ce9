import type { ClientSeedOrigin } from "#domain/fairness/client-seed.ts";
import type { Tone } from "#web/ui/badge.tsx";

/** The origin of a client seed, in words. */
export const SEED_ORIGINS: Readonly<Record<ClientSeedOrigin, { label: string; note: string; tone: Tone }>> = {
  player: {
    label: "Chosen by the player",
    note: "The server did not know it when it committed to the server seed.",
    tone: "gain",
  },
  server: {
    label: "Chosen by the server",
    note: "It was given at the first sign-in, before the player had chosen one.",
    tone: "warn",
  },
  kept: {
    label: "Kept when the pair ran out",
    note: "The previous pair reached its last nonce, and its client seed was kept for this one.",
    tone: "warn",
  },
};

export const NOT_REVEALED = "Not revealed yet";
export const CLIENT_SEED_RULE = "Use 1 to 64 characters of A-Z, a-z, 0-9, _ and -.";
export const CLIENT_SEED_EMPTY = "Enter a client seed, or let this browser draw one.";
export const CLIENT_SEED_LONG = "A client seed has at most 64 characters.";
/** Names a character that a client seed cannot have. */
export const wrongCharacter = (character: string): string =>
  `${character === " " ? "A space" : `"${character}"`} cannot be part of a client seed.`;
export const ROTATE_FAILED = "The pair could not be rotated.";
export const ROTATE_LOST =
  "The connection was lost before the answer. Send the same client seed again: it cannot be applied twice.";
export const ROTATED = {
  title: "Seeds rotated",
  description: "The previous pair's server seed is revealed, and a new pair is in use.",
} as const;
