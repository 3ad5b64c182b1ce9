/** Thrown when the program contradicts itself; never for bad input. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

/**
 * Stops at once when something that must hold does not; kept on in production, because a ledger that is
 * wrong is worse than one that is away.
 * @throws InvariantError with the sentence that did not hold
 */
export function invariant(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new InvariantError(sentence);
}
