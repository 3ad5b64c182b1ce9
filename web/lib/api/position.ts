/**
 * The newest position of the log that this page has heard of. Reads ask for answers at least as new, so that
 * a change that was told of is never followed by figures from before it.
 */
let newest = 0;

/** Remembers a position; older ones change nothing. */
export function rememberPosition(position: number): void {
  if (Number.isSafeInteger(position) && position > newest) newest = position;
}

/** The newest position heard of, 0 when none was. */
export const newestPosition = (): number => newest;

/** Forgets it, as a fresh page would. */
export const forgetPosition = (): void => {
  newest = 0;
};
