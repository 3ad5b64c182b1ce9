/** Longest path to return to after a sign-in, in characters. */
export const RETURN_TO_CHARS_MAX = 512;

/** Any origin: it only serves to check that a path stays on it. */
const OWN_ORIGIN = "https://own.invalid";
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of these characters
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * The path to return to after a sign-in, which must be on this site, so that no link to the sign-in can send anyone
 * elsewhere.
 * @param text the requested path; starts with exactly one `/`, at most 512 characters, no backslash
 *   behind the first slash, no control characters
 * @returns the path with its query and fragment, percent-encoded as headers need it, or null to be ignored
 * @example safeReturnTo("/shop?tab=mine") // "/shop?tab=mine"
 * @example safeReturnTo("//evil.example") // null
 */
export function safeReturnTo(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !isOwnPath(text)) return null;
  if (!URL.canParse(text, OWN_ORIGIN)) return null;
  const url = new URL(text, OWN_ORIGIN);
  if (url.origin !== OWN_ORIGIN) return null;
  // Checked again, because dot segments can collapse into a path that begins with two slashes.
  const path = url.pathname + url.search + url.hash;
  return isOwnPath(path) ? path : null;
}

function isOwnPath(text: string): boolean {
  if (text.length > RETURN_TO_CHARS_MAX || CONTROL.test(text)) return false;
  return text.startsWith("/") && text[1] !== "/" && text[1] !== "\\";
}
