/** The newest position known here; reads ask for answers at least as new, so figures never go back. */
let newest = 0;

/** Remembers a position; older ones change nothing. */
export function rememberPosition(position: number): void {
  if (Number.isSafeInteger(position) && position > newest) newest = position;
}

/** The newest known position, 0 without one. */
export const newestPosition = (): number => newest;

/** Forgets it, as a fresh page would. */
export const forgetPosition = (): void => {
  newest = 0;
};
