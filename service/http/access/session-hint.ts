/** A cookie without a secret, set and cleared with the session: tells the site to expect one. */
export const SESSION_HINT = { name: "florin_hint", value: "1" } as const;

/** Whether the sender of these cookies was signed in at the last visit. @param cookies of a request */
export const isSessionExpected = (cookies: string): boolean =>
  cookies.split("; ").includes(`${SESSION_HINT.name}=${SESSION_HINT.value}`);
