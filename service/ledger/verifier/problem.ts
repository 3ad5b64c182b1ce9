/** The first problem of a log. */
export interface Problem {
  /** The first position that is not as it was written; if only a block is known to be wrong, its first. */
  readonly position: number;
  /** The problem, in one sentence. */
  readonly sentence: string;
}

/** Thrown by a check at the first problem; the runner turns it into the report. */
export class BadLog extends Error {
  override readonly name = "BadLog";
  readonly problem: Problem;

  constructor(position: number, sentence: string) {
    super(sentence);
    this.problem = { position, sentence };
  }
}

/**
 * Asserts a condition. The sentence is built only on failure, since checks run a million times.
 * @throws BadLog when it does not hold
 */
export function expectAt(position: number, holds: boolean, sentence: () => string): asserts holds {
  if (!holds) throw new BadLog(position, sentence());
}
