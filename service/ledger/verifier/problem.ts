/** The first thing that is wrong with a log. */
export interface Problem {
  /** The first position that is not as it was written; where only a block is known to be wrong, its first. */
  readonly position: number;
  /** What is wrong there, in one sentence. */
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
 * Goes on only if something holds. The sentence is made only when it is needed, for checks run a million times.
 * @throws BadLog otherwise
 */
export function expectAt(position: number, holds: boolean, sentence: () => string): asserts holds {
  if (!holds) throw new BadLog(position, sentence());
}
