import { CLIENT_SEED_EMPTY, CLIENT_SEED_LONG, CLIENT_SEED_RULE } from "#web/features/seed-pairs/messages.ts";

/** What the API takes as a client seed; written down here because its schema brings a library with it. */
export const CLIENT_SEED = /^[A-Za-z0-9_-]{1,64}$/;
const CLIENT_SEED_LENGTH_MAX = 64;

/** Why a text cannot be a client seed, in one sentence; null when it can. @example clientSeedProblem("a b") */
export function clientSeedProblem(text: string): string | null {
  if (text === "") return CLIENT_SEED_EMPTY;
  if (text.length > CLIENT_SEED_LENGTH_MAX) return `${CLIENT_SEED_LONG} This one has ${text.length}.`;
  return CLIENT_SEED.test(text) ? null : CLIENT_SEED_RULE;
}
