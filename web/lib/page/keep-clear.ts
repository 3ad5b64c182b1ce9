/** Marks elements that floating parts may not cover. */
export const KEEP_CLEAR = { "data-keep-clear": true } as const;
