import type { Projection } from "#projections/kernel/projection.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Deps } from "#service/http/deps.ts";
import { unavailableProblem } from "#service/http/problem.ts";

/** How long an answer waits for the read models, in milliseconds. */
const SHOWN_WITHIN_MS = 5_000;

/** The read models as of the newest event known to this process, so that a change just made shows. */
export const modelsNow = (
  { reads, writer }: Pick<Deps, "reads" | "writer">,
  withinMs = SHOWN_WITHIN_MS,
): ReadModels => reads.reaching(writer.head.position, withinMs);

/**
 * The result of a command, as of the head: a repeated command is answered with the current state.
 * @throws HttpProblem 503 when the read models are not there yet
 */
export async function shownNow<T>(
  deps: Pick<Deps, "reads" | "writer">,
  find: (models: ReadModels) => Promise<T | null>,
): Promise<T> {
  const found = await find(modelsNow(deps));
  if (found !== null) return found;
  throw unavailableProblem("Done. It will appear in the list in a moment.", 1);
}

/** A position beyond every head counts as the head, whichever process moved it. */
const AT_HEAD = Number.MAX_SAFE_INTEGER;

/**
 * Waits until a read model has reached the head of the log, for decisions that must not miss any event.
 * @param withinMs how long it waits, in milliseconds
 * @returns whether it has reached it
 */
export const isAtHead = (
  { name }: Projection,
  { reads, withinMs }: Pick<Deps, "reads"> & { readonly withinMs: number },
): Promise<boolean> => reads.whenReached([name], AT_HEAD, withinMs);
