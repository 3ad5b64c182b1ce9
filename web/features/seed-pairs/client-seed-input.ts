import { CLIENT_SEED_EMPTY, CLIENT_SEED_LONG, wrongCharacter } from "#web/features/seed-pairs/messages.ts";

// The API's own pattern would bring the library of its schema with it.
const CLIENT_SEED_LENGTH_MAX = 64;
const WRONG_CHARACTER = /[^A-Za-z0-9_-]/u;

/** Why a text cannot be a client seed, in one sentence; null when it can. @example clientSeedProblem("a b") */
export function clientSeedProblem(text: string): string | null {
  if (text === "") return CLIENT_SEED_EMPTY;
  const [wrong] = WRONG_CHARACTER.exec(text) ?? [];
  if (wrong !== undefined) return wrongCharacter(wrong);
  if (text.length > CLIENT_SEED_LENGTH_MAX) return `${CLIENT_SEED_LONG} This one has ${text.length}.`;
  return null;
}
