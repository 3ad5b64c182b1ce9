import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventDefinition } from "#domain/kernel/events/event-definition.ts";
import { canonicalJson, type JsonObject } from "#domain/kernel/json.ts";
import type { Posting } from "#domain/ledger/posting.ts";
import type { LogCheck } from "./log-check.ts";
import { expectAt } from "./problem.ts";

/** Whether two lists of postings are equal, leg by leg. */
export const isSameMoves = (due: readonly Posting[], found: readonly Posting[]): boolean =>
  due.length === found.length &&
  due.every(({ account, asset, delta }, leg) => {
    const other = found[leg];
    return other?.account === account && other.asset === asset && other.delta === delta;
  });

/** Whether two payloads are equal, in any order of their keys. */
export const isSameJson = (one: JsonObject, other: JsonObject): boolean =>
  canonicalJson(one) === canonicalJson(other);

/** Makes an event again from its payload; null for an event of another type. */
export type Retold = (event: RecordedEvent) => NewEvent | null;

/** Makes events of a type again that are made of their payloads alone. */
export const retold =
  <T extends string, P extends JsonObject>(definition: EventDefinition<T, P, [payload: P]>): Retold =>
  (event) =>
    definition.is(event) ? definition(event.payload) : null;

/** A check that events of some types stand where their payloads say, and move what these say. */
export const asToldCheck = (name: string, ...types: readonly Retold[]): LogCheck => ({
  name,
  begin: () => ({ event: (event) => expectRetold(event, types) }),
});

/** Asserts that an event, if it is of one of some types, stands where its payload says and moves what that says. */
export function expectRetold(event: RecordedEvent, types: readonly Retold[]): void {
  for (const again of types) {
    const due = again(event);
    if (due !== null) expectAsTold(event, due);
  }
}

const NOT_AS_TOLD = (type: string): string =>
  `${type} stands elsewhere or moves something else than it says.`;

const isMovedAs = (found: RecordedEvent, due: NewEvent): boolean =>
  due.stream === found.stream && isSameMoves(due.postings, found.postings);

/**
 * Asserts that a recorded event has the streams and postings that its definition derives from its payload.
 * @throws BadLog otherwise
 */
export function expectAsTold(found: RecordedEvent, due: NewEvent): void {
  const isDue = isMovedAs(found, due) && (due.alsoIn ?? []).join(" ") === (found.alsoIn ?? []).join(" ");
  expectAt(found.position, isDue, () => NOT_AS_TOLD(found.type));
}

/** The same for an event of a log of format 1, where none has further streams. @throws BadLog */
export function expectMoves(found: RecordedEvent, due: NewEvent): void {
  expectAt(found.position, isMovedAs(found, due), () => NOT_AS_TOLD(found.type));
}
