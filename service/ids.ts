import { randomBytes, randomFillSync } from "node:crypto";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";

/** Crockford's base 32, lower case: it sorts in numeric order, and no letter looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 14;
/** Ids per draw of random bytes: a draw for each id would cost more than deciding a bet. */
const DRAWN_IDS = 1_024;

const drawn = Buffer.alloc(DRAWN_IDS * RANDOM_CHARACTERS);
let nextDrawn = drawn.length;

/** The random characters of an id. 256 byte values map evenly onto 32 characters, so all are equally likely. */
function random(): string {
  if (nextDrawn === drawn.length) {
    randomFillSync(drawn);
    for (let at = 0; at < drawn.length; at += 1)
      drawn[at] = ALPHABET.charCodeAt((drawn[at] as number) % ALPHABET.length);
    nextDrawn = 0;
  }
  nextDrawn += RANDOM_CHARACTERS;
  return drawn.toString("latin1", nextDrawn - RANDOM_CHARACTERS, nextDrawn);
}

/** The latest time and its characters, cached because many ids share a millisecond. */
const newest = { at: Number.NaN, text: "" };

function timeText(at: number): string {
  if (at === newest.at) return newest.text;
  let text = "";
  let rest = at;
  for (let i = 0; i < TIME_CHARACTERS; i += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  newest.at = at;
  newest.text = text;
  return text;
}

/**
 * A new id that sorts by its creation time: prefix, milliseconds since 1970, and 70 random bits.
 * @example timeOrderedId("game", Date.now()) // "game_01kahq3v5e7m2p9x4c0r8twd"
 */
export const timeOrderedId = (prefix: string, at: number): string => `${prefix}_${timeText(at)}${random()}`;

/**
 * The id of the game that a command makes: the command's under another prefix, so that no new randomness is drawn.
 * An id made from a key is not ordered by time, so the game of a keyed command gets one of its own.
 */
export const gameIdOf = ({
  commandId,
  keyed,
  at,
}: Pick<CommandOrigin, "commandId" | "keyed" | "at">): string =>
  keyed ? timeOrderedId("game", at) : `game${commandId.slice(commandId.indexOf("_"))}`;

/**
 * A new UUID of version 7 (RFC 9562), which sorts by its creation time. @param at milliseconds
 * @example uuidV7(Date.now()) // "019aa5c2-7f3e-7b1c-9d42-3f0a5c6e8b17"
 */
export function uuidV7(at: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
