import type { NewEvent } from "#domain/kernel/events/event.ts";
import type { LogCheck } from "../log-check.ts";
import { expectAt } from "../problem.ts";

/** Event types with an example each, in which every field is filled. */
type Examples = { readonly [type: string]: { example(): NewEvent } };

/** Checks that events of types that only tell something move nothing. */
export function movesCheck(types: Examples): LogCheck {
  const telling = new Set(Object.keys(types).filter((type) => types[type]?.example().postings.length === 0));
  return {
    name: "moves",
    begin: () => ({
      event: ({ position, type, postings }) =>
        expectAt(position, postings.length === 0 || !telling.has(type), () => {
          return `The event moves something, where ${type} never does.`;
        }),
    }),
  };
}
