import type { Stage } from "./stage.ts";

/** A fault, and what must hold afterwards. */
export interface Scenario {
  /** A sentence about what must hold. */
  readonly name: string;
  /** Whether it also runs in the short run, with a single repetition. */
  readonly isSmoke?: boolean;
  /** @throws when something does not hold */
  run(stage: Stage, options: { readonly isSmoke: boolean }): Promise<void>;
}
