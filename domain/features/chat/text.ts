import { isRefused } from "../../player/words.ts";

/** Maximum characters (graphemes) of a message. */
export const MESSAGE_CHARS_MAX = 500;
/** Longer texts, in UTF-16 units, are refused before any processing. */
export const MESSAGE_UNITS_MAX = 4_000;
/** Combining marks in a row: more of them run over the lines above and below. */
const MARKS_MAX = 4;
/** A text with at least this many letters is lowercased if more than this share are capitals. */
const SHOUT_LETTERS_MIN = 12;
const SHOUT_SHARE = 0.7;
/** Each pass leaves a text alone or shortens or lowers it; no text has needed more than four. */
const PASSES_MAX = 16;

/** Lone surrogates, and unassigned or private characters. */
export const FORBIDDEN_CHARACTERS = /[\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/u;
const SPACES = /[\t\n\v\f\r\u0085\u2800\p{Zs}\p{Zl}\p{Zp}]+/gu;
const SCRIPTS_THAT_JOIN =
  "\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}";
/**
 * Invisible characters: controls, bidirectional controls, zero widths, fillers, tags. The first alternatives keep what
 * writing needs: regional flags, joined emoji, emoji variants, and joiners of letters.
 */
const UNSEEN = new RegExp(
  [
    "(?<flag>\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{1,8}\\u{E007F})",
    "(?<=[\\p{Emoji}])[\\uFE0E\\uFE0F]",
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
    `(?<=[${SCRIPTS_THAT_JOIN}])[\\u200C\\u200D](?=[\\p{L}\\p{M}])`,
    "(?<drop>[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\uFFFC])",
  ].join("|"),
  "gu",
);
/** Marks that enclose what stands around them; the key cap 20E3 is part of emoji. */
const ENCLOSING = /\u0488|\u0489|[\u20DD-\u20E0]|\u20E2|\u20E4|[\uA670-\uA672]/gu;
const MARKS = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, "gu");
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: every ASCII character is one that people perceive
const ASCII = /^[\x00-\x7f]*$/;

/** Why a text cannot be a message. */
export type TextProblem = "empty" | "too_long" | "forbidden_characters" | "words_not_allowed";

/** The error for a text that cannot be a message. */
export const TEXT_PROBLEMS: { readonly [P in TextProblem]: string } = {
  empty: "Write a message first.",
  too_long: `Messages have at most ${MESSAGE_CHARS_MAX} characters.`,
  forbidden_characters: "The message contains an invalid character.",
  words_not_allowed: "The message contains words that are not allowed here.",
};

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The longest emoji that is in use has 20 UTF-16 units. What goes on for longer is drawn as several characters. */
const UNITS_OF_ONE_MAX = 32;

/** How many characters people perceive in a text. @example charactersOf("👨‍👩‍👧 é") === 3 */
export function charactersOf(text: string): number {
  // The segmenter takes half a millisecond for 500 letters.
  if (ASCII.test(text)) return text.length;
  let count = 0;
  for (const { segment } of segmenter.segment(text)) {
    // Combining marks take no width of their own.
    const wide = segment.replace(/\p{M}+/gu, "").length;
    count += Math.max(1, Math.ceil(wide / UNITS_OF_ONE_MAX));
  }
  return count;
}

/** A text as it is stored and shown. Idempotent. */
export function cleaned(text: string): string {
  let now = text;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const next = cleanedOnce(now);
    if (next === now) return next;
    now = next;
  }
  return "";
}

function cleanedOnce(text: string): string {
  const seen = text
    .normalize("NFC")
    .replace(SPACES, " ")
    .replace(UNSEEN, (found, ...rest) => ((rest.at(-1) as { drop?: string }).drop === undefined ? found : ""))
    .replace(ENCLOSING, "")
    .replace(MARKS, "$1")
    .normalize("NFC")
    .trim();
  return withoutShouting(seen);
}

function withoutShouting(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < SHOUT_LETTERS_MIN) return text;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  return capitals > SHOUT_SHARE * letters ? text.toLowerCase() : text;
}

/**
 * Normalises a text, or says what is wrong with it.
 * @example messageText(" hi\u200Bthere ") // { text: "hithere" }
 */
export function messageText(
  written: string,
):
  | { readonly text: string; readonly problem: null }
  | { readonly text: null; readonly problem: TextProblem } {
  const problem = (which: TextProblem) => ({ text: null, problem: which });
  if (written.length > MESSAGE_UNITS_MAX) return problem("too_long");
  if (FORBIDDEN_CHARACTERS.test(written)) return problem("forbidden_characters");
  const text = cleaned(written);
  if (!SEEN.test(text)) return problem("empty");
  if (charactersOf(text) > MESSAGE_CHARS_MAX) return problem("too_long");
  if (isRefused(text)) return problem("words_not_allowed");
  return { text, problem: null };
}

/** A key equal for texts that say the same: letters and digits, regardless of case and width. */
export const likenessOf = (text: string): string => {
  const folded = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  // Of a text without letters, such as emoji, the text itself.
  return folded === "" ? text : folded;
};

/** A part of a message: plain text, a way into this site, or the name of a player. */
export interface TextPart {
  readonly kind: "text" | "path" | "name";
  readonly text: string;
}

/** Paths of this site: a slash, a letter, and nothing that another site could hide in. */
const PART =
  /(?<![^\s(])(?<path>\/[a-z][a-z0-9/-]{0,99})(?![^\s).,!?;:])|(?<![\p{L}\p{N}_])(?<name>@[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,30}[A-Za-z0-9_])?)/gu;

/** A message split into parts for display. Addresses of other sites stay plain text. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(PART)) {
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index) });
    parts.push({ kind: match.groups?.path === undefined ? "name" : "path", text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

/** Whether a text calls somebody by name, in capitals or not. */
export const calls = (text: string, username: string): boolean =>
  partsOf(text).some((part) => isNameOf(part, username));

/** Whether a part of a text is somebody's name. @example isNameOf({ kind: "name", text: "@Bob" }, "bob") // true */
export const isNameOf = ({ kind, text }: TextPart, username: string): boolean =>
  kind === "name" && text.toLowerCase() === `@${username.toLowerCase()}`;
