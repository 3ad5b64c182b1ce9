/** A cookie without a secret, set and cleared with the session: tells the site to expect one. */
export const SESSION_HINT = { name: "florin_hint", value: "1" } as const;

/**
 * Whether the sender of these cookies was signed in at the last visit. It decides what a page shows first, and allows
 * nothing.
 * @param cookies of a request or a document
 * @example isSessionExpected("theme=dark; florin_hint=1") // true
 */
export const isSessionExpected = (cookies: string): boolean =>
  cookies.split("; ").includes(`${SESSION_HINT.name}=${SESSION_HINT.value}`);
