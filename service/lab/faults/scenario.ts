import type { Stage } from "./stage.ts";

/** Something that goes wrong, and what must hold afterwards. */
export interface Scenario {
  /** A sentence on what must hold. */
  readonly name: string;
  /** In the short run as well, where it happens only once. */
  readonly isSmoke?: boolean;
  /** @throws when something does not hold */
  run(stage: Stage, options: { readonly isSmoke: boolean }): Promise<void>;
}
