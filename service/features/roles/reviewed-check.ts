import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import type { EventDefinition } from "#domain/kernel/events/event-definition.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { expectAsTold } from "#service/ledger/verifier/as-told.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** A reviewed request, as folded from its stream. */
export type ReviewedState = {
  readonly status: string;
  readonly playerId?: string;
  readonly first?: { readonly by: string } | null;
};

/** A step of what is reviewed, and the states that it leads on from. */
export interface ReviewedStep {
  readonly type: string;
  readonly from: readonly string[];
  /** The event as its definition makes it from its payload; null for an event of another type. */
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
 * Goes on only if a step is allowed in the state before it, moves what its payload says, repeats what was agreed, and
 * names different admins, none of them the player that it is about.
 * @returns whether the event is a step at all
 * @throws BadLog otherwise
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
  expectAt(position, step.from.includes(state.status), () => `${type} follows on what is ${state.status}.`);
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
  expectAt(position, isFirst, () => `${type} names a first approval that there is not.`);
}
