import type { HoldingRead, StreamRead } from "#service/event-store/commands/submission.ts";

/** One thing a decision looked at that is not in memory. */
export type Need =
  | { readonly stream: StreamRead }
  | { readonly holding: HoldingRead }
  | { readonly secret: string };

/**
 * Thrown inside a decision that met something not in memory. The command is put aside, what it needs is loaded, and
 * the decision runs again: it never sees a guess.
 */
export class NotLoaded extends Error {
  override readonly name = "NotLoaded";
  readonly needs: readonly Need[];

  constructor(...needs: readonly Need[]) {
    super("not in memory");
    this.needs = needs;
  }
}
