import type { Freshness } from "#projections/kernel/models-runtime.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Deps } from "#service/http/deps.ts";

/** What the read models of a call have to show. */
interface Wanted {
  /** What its session wrote, or its request asks for; 0 for nothing. */
  readonly position: number;
  readonly freshness?: Freshness;
}

/**
 * The read models for queries that wait, bounded, for a position, and while few events come for the head of the log.
 * Queries that need no more than that position stop waiting for the head as soon as one of them took long.
 */
export function shownModels(
  { reads, readWaitMs, quietHead }: Pick<Deps, "reads" | "readWaitMs" | "quietHead">,
  { position, freshness }: Wanted,
): ReadModels {
  const reaching = (upTo: number) =>
    upTo === 0 && freshness === undefined ? reads : reads.reaching(upTo, readWaitMs, freshness);
  const head = quietHead.position();
  if (head <= position) return reaching(position);
  const [wanted, newest] = [reaching(position), reaching(head)];
  return {
    ask: (text, values) =>
      quietHead.isLate
        ? wanted.ask(text, values)
        : quietHead.within(readWaitMs / 2, () => newest.ask(text, values)),
  };
}
