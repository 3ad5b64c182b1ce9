import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Deps } from "#service/http/deps.ts";

/** How long an answer waits for the read models, in milliseconds. */
const SHOWN_WITHIN_MS = 5_000;

/** The read models as of the newest event that this process knows: what was done just now shows in them. */
export const modelsNow = (
  { reads, writer }: Pick<Deps, "reads" | "writer">,
  withinMs = SHOWN_WITHIN_MS,
): ReadModels => reads.reaching(writer.head.position, withinMs);
