import type { Copy } from "../../accounts/item.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { Deposit } from "./deposit.ts";
import { custodyArrived, custodyEnded, depositCompleted, depositReversed } from "./events.ts";

/**
 * Whether a deposit keeps a copy in custody: it was approved for that copy, and has not been taken back. Custody
 * follows the copy to its winner; only an approved deposit begins it, and a departure takes it to another log.
 */
export const keepsInCustody = (deposit: Deposit, copy: Copy): boolean =>
  (deposit.status === "completed" || deposit.status === "arrived") && deposit.copies.includes(copy);

/** Types of the events by which copies come into custody and leave it. */
export const CUSTODY_TYPES = [depositCompleted, depositReversed, custodyArrived, custodyEnded].map(
  ({ type }) => type,
);

/** The copies that a log has in custody. @param events all of `CUSTODY_TYPES` that it holds, in their order */
export function copiesInCustody(events: Iterable<RecordedEvent>): ReadonlySet<Copy> {
  const deposits = new Map<string, Set<Copy>>();
  for (const event of events) {
    if (depositCompleted.is(event)) {
      const { depositId, credited, kept } = event.payload;
      deposits.set(depositId, new Set([...credited, ...kept]));
    } else if (custodyArrived.is(event)) {
      const { depositId, copy } = event.payload;
      deposits.set(depositId, (deposits.get(depositId) ?? new Set()).add(copy));
    } else if (custodyEnded.is(event)) deposits.get(event.payload.depositId)?.delete(event.payload.copy);
    else if (depositReversed.is(event)) deposits.delete(event.payload.depositId);
  }
  return new Set([...deposits.values()].flatMap((copies) => [...copies]));
}
