/** Maximum characters of a search text. */
export const SEARCH_CHARS_MAX = 64;
