import { decodeEvent } from "#domain/kernel/events/stored-event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { expectWholePostings } from "../books-check.ts";
import { ChainCheck, type ChainPlace, readPayload } from "../chain-check.ts";
import { chainSlices } from "../database-slices.ts";
import { expectAt } from "../problem.ts";

/** A stretch of a log: from after the end of one block to the end of another. */
export interface Segment {
  readonly logId: number;
  /** The recorded place before it; null at the beginning of the log. */
  readonly after: ChainPlace | null;
  /** Its recorded end; null for the actual end of the log. */
  readonly through: { readonly position: number; readonly block: number } | null;
}

/**
 * Follows the chain through one segment, from the recorded place before it. The previous segment checks that place.
 * @param sql a transaction that reads the same moment of the log as those of all other segments
 * @returns the place where it ended
 * @throws BadLog at the first problem
 */
export async function followSegment(sql: Sql, segment: Segment): Promise<ChainPlace> {
  const chain = new ChainCheck(segment.logId, segment.after ?? undefined);
  for await (const { events, blocks } of chainSlices(sql, segment)) {
    let next = 0;
    for (const stored of events) {
      chain.place(stored);
      expectWholePostings(stored);
      chain.leaf(decodeEvent(stored, readPayload(stored) as JsonObject), stored);
      for (; (blocks[next]?.to ?? stored.position + 1) <= stored.position; next += 1) {
        const ended = blocks[next];
        if (ended !== undefined) chain.block(ended);
      }
    }
    const late = blocks[next];
    expectAt(chain.end.position + 1, late === undefined, () => `Block ${late?.number} ends elsewhere.`);
  }
  chain.close();
  return chain.end;
}
