import { refuse } from "#domain/kernel/decision.ts";
import type { LogView, Reads } from "#service/event-store/commands/submission.ts";
import type { Caller } from "#service/http/access/caller.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import type { Deps } from "#service/http/deps.ts";
import { unavailableProblem } from "#service/http/problem.ts";

const RETRY_SECONDS = 1;
/** A command that always refuses: the writer settles it once its head is known to be the newest. */
const NOTHING_TO_CHANGE = refuse("nothing_to_change", "Nothing is changed.");

/**
 * Reads state as of the log's head, whichever process wrote last: for rules about data beside the log.
 * @returns the result of `look`, and a position that it includes
 * @throws HttpProblem 503 while the log cannot be reached
 */
export async function asOfHead<T>(
  { caller, reads }: { readonly caller: Caller; readonly reads: Reads },
  { writer, now }: Pick<Deps, "writer" | "now">,
  look: (view: LogView) => T,
): Promise<{ readonly seen: T; readonly position: number }> {
  const { position } = writer.head;
  let seen: { readonly value: T } | null = null;
  const outcome = await writer.submit({
    ...playerOrigin(caller.playerId, now()),
    reads: () => reads,
    decide: (view) => {
      seen = { value: look(view) };
      return NOTHING_TO_CHANGE;
    },
  });
  if (outcome.kind === "failed") throw outcome.error;
  if (outcome.kind !== "refused" || seen === null)
    throw unavailableProblem("The ledger cannot be reached at the moment. Try again.", RETRY_SECONDS);
  return { seen: (seen as { readonly value: T }).value, position };
}
