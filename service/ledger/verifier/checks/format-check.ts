import type { CheckPass, LogCheck } from "../log-check.ts";

/** Which format a log shows so far; null until an event tells. */
export interface FormatPass extends CheckPass {
  readonly format: 1 | 2 | null;
}

/**
 * Tells in which format a log is at each event. A log of format 1 has types that nothing records any more, and format 2
 * begins with the first event of several streams. A log that has neither so far is a young one of format 2.
 * @param types whether each type is of format 1 alone
 */
export function formatCheck(types: {
  readonly [type: string]: { readonly isOfFormat1: boolean };
}): LogCheck<FormatPass> {
  const older = new Set(Object.keys(types).filter((type) => types[type]?.isOfFormat1));
  return {
    name: "format",
    begin: () => {
      const pass: { format: FormatPass["format"] } & CheckPass = {
        format: null,
        event: ({ type, alsoIn }) => {
          if (alsoIn !== undefined) pass.format = 2;
          else if (pass.format === null && older.has(type)) pass.format = 1;
        },
      };
      return pass;
    },
  };
}
