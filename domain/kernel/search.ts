/** What is searched for has at most so many characters. */
export const SEARCH_CHARS_MAX = 64;
