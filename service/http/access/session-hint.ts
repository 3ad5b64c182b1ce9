/** A cookie without a secret that is set and cleared with the session: the site may expect one. */
export const SESSION_HINT = { name: "florin_hint", value: "1" } as const;

/** Whether whoever sends these cookies was signed in when they were here last. @param cookies of a request */
export const isSessionExpected = (cookies: string): boolean =>
  cookies.split("; ").includes(`${SESSION_HINT.name}=${SESSION_HINT.value}`);
