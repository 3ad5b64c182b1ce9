const CONFIRM = /^#confirm-email=([\w-]{43})$/;

/**
 * The token of the link in a mail, null without one. It is taken out of the address, so that it is neither sent on nor
 * used again by going back.
 */
export function takeToken(): string | null {
  const token = CONFIRM.exec(window.location.hash)?.[1] ?? null;
  if (token !== null) {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${search}`);
  }
  return token;
}
