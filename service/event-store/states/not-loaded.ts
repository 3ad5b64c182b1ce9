import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { HoldingRead } from "#service/event-store/commands/submission.ts";

/** One thing that a decision reads and that is not in memory. */
export type Need =
  | { readonly stream: StreamRead }
  | { readonly holding: HoldingRead }
  | { readonly secret: string };

/** Thrown by a decision on a cache miss: the missing parts are loaded and the decision runs again. */
export class NotLoaded extends Error {
  override readonly name = "NotLoaded";
  readonly needs: readonly Need[];

  constructor(...needs: readonly Need[]) {
    super("not in memory");
    this.needs = needs;
  }
}
