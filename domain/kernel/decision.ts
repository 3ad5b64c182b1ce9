import type { NewEvent } from "./events/event.ts";
import type { JsonObject } from "./json.ts";

/** Why a command was refused; `code` is stable, `detail` is a sentence for the person who asked. */
export interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly facts?: JsonObject;
  /** Whether it is forbidden (403) although its code is otherwise a conflict (409). */
  readonly isForbidden?: boolean;
}

/** What a decision answers: facts and the reply that goes with them, or a refusal that changes nothing. */
export type Decision<A extends JsonObject = JsonObject> =
  | { readonly events: readonly NewEvent[]; readonly answer: A }
  | { readonly refused: Refusal };

/** Accepts a command. @example accept([orderPlaced(…)], { total: "12.00" }) */
export const accept = <A extends JsonObject>(events: readonly NewEvent[], answer: A): Decision<A> => ({
  events,
  answer,
});

/** Refuses a command. @example refuse("out_of_stock", "None of these are left") */
export const refuse = (code: string, detail: string, facts?: JsonObject): { readonly refused: Refusal } => ({
  refused: facts === undefined ? { code, detail } : { code, detail, facts },
});
