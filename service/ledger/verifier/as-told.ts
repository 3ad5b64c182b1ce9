import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import { canonicalJson, type JsonObject } from "#domain/kernel/json.ts";
import type { Posting } from "#domain/ledger/posting.ts";
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

/**
 * Asserts that a recorded event has the streams and postings that its definition derives from its payload.
 * @throws BadLog otherwise
 */
export function expectAsTold(found: RecordedEvent, due: NewEvent): void {
  const isDue =
    due.stream === found.stream &&
    (due.alsoIn ?? []).join(" ") === (found.alsoIn ?? []).join(" ") &&
    isSameMoves(due.postings, found.postings);
  expectAt(
    found.position,
    isDue,
    () => `${found.type} stands elsewhere or moves something else than it says.`,
  );
}
