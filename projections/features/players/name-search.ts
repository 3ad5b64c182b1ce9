/** Names are sorted and found by this many first characters, as in the index of `identities`. */
const SORT_CHARS = 16;
/** Sorts after every other character, and so bounds the names with a prefix. */
const LAST = "\u{10ffff}";

/** What `identities i` are sorted and found by. */
export const SORT_NAME = `(left(lower(i.username collate "C"), ${SORT_CHARS})) collate "C"`;

/**
 * Whether a name starts with a parameter, beyond the range that {@link namesFrom} gives. Short texts need no look: the
 * planner takes one for rare, and reads and sorts all players of a list that could end after its first fifty.
 * @param prefix such as `$3`
 */
export const startsWith = (prefix: `$${number}`): string =>
  `(length(${prefix}) <= ${SORT_CHARS} or starts_with(lower(i.username collate "C"), ${prefix}))`;

/** Names that begin with a text, ignoring case: from `from` to before `to`, and starting with `prefix`. */
export function namesFrom(search: string): {
  readonly prefix: string;
  readonly from: string;
  readonly to: string;
} {
  const prefix = search.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const from = [...prefix].slice(0, SORT_CHARS).join("");
  return { prefix, from, to: `${from}${LAST}` };
}
