import { customAlphabet } from "nanoid";

/** Crockford's base 32, lower case: sorts as it counts, and no letter is taken for a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 14;
const random = customAlphabet(ALPHABET, RANDOM_CHARACTERS);

/** The same id under another prefix: for things that are made one for one, so that randomness is drawn once. */
export const underPrefix = (prefix: string, id: string): string => `${prefix}${id.slice(id.indexOf("_"))}`;

/**
 * A new id that sorts by its time of making: prefix, milliseconds since 1970, and 70 random bits.
 * @example timeOrderedId("game", Date.now()) // "game_01kahq3v5e7m2p9x4c0r8twd"
 */
export function timeOrderedId(prefix: string, at: number): string {
  let time = "";
  let rest = at;
  for (let i = 0; i < TIME_CHARACTERS; i += 1) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}${random()}`;
}
