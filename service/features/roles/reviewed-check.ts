import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventDefinition } from "#domain/kernel/events/event-definition.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { expectAsTold } from "#service/ledger/verifier/as-told.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** A reviewed request, folded from its stream. */
export type ReviewedState = {
  readonly status: string;
  readonly playerId?: string;
  readonly first?: { readonly by: string } | null;
};

/** A step of a reviewed request, and the states that it may follow. */
export interface ReviewedStep {
  readonly type: string;
  readonly from: readonly string[];
  /** The event, made again from its payload; null for an event of another type. */
  readonly told: (event: RecordedEvent) => NewEvent | null;
}

/** Declares a step. */
export const stepOf = <T extends string, P extends JsonObject>(
  definition: EventDefinition<T, P, [payload: P]>,
  ...from: readonly string[]
): ReviewedStep => ({
  type: definition.type,
  from,
  told: (event) => (definition.is(event) ? definition(event.payload) : null),
});

/**
 * Checks that a step is allowed in the state before it, posts what its payload says, repeats the agreed terms, and
 * names different admins, none of them its player.
 * @returns false if the event is not a step
 * @throws BadLog when a step is invalid
 */
export function expectStep(
  event: RecordedEvent,
  state: ReviewedState,
  steps: readonly ReviewedStep[],
): boolean {
  const step = steps.find(({ type }) => type === event.type);
  if (step === undefined) return false;
  const { position, type, payload } = event;
  const due = step.told(event);
  if (due !== null) expectAsTold(event, due);
  expectAt(
    position,
    step.from.includes(state.status),
    () => `${type} cannot follow the status ${state.status}.`,
  );
  for (const [key, agreed] of Object.entries(state))
    if (
      typeof agreed === "string" &&
      key !== "status" &&
      key !== "providerFee" &&
      Object.hasOwn(payload, key)
    )
      expectAt(position, payload[key] === agreed, () => `${type} names another ${key} than was agreed.`);
  expectTwo(event, state);
  return true;
}

function expectTwo({ position, type, payload }: RecordedEvent, { playerId, first }: ReviewedState): void {
  const { by = null, firstBy = null, confirmedBy = null } = payload;
  const admins = [by, firstBy, confirmedBy].filter((one) => one !== null);
  expectAt(
    position,
    !admins.some((one) => one === playerId),
    () => `${type} names its own player as an admin.`,
  );
  const isByDifferent = new Set(admins).size === admins.length;
  expectAt(position, isByDifferent, () => `${type} names the same admin twice.`);
  const isFirst = firstBy === null || firstBy === first?.by;
  expectAt(position, isFirst, () => `${type} names a first approval that does not exist.`);
}
