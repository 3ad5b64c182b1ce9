import type { Counted } from "#domain/features/roles/review.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { rollingSumOf } from "#domain/kernel/rolling-sum.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** A sum of 24 hours is decided by one clock and recorded by another. In milliseconds. */
const CLOCK_DOUBT_MS = 60_000;

/** The approval of a request, which one admin may give up to a threshold. */
interface Approved {
  readonly by: string;
  readonly firstBy: string | null;
  readonly playerId: string;
  readonly value: Minor;
}

/**
 * Checks that an approval by one admin stays within the threshold, with what was approved for its player and by its
 * admin in the 24 hours before.
 * @throws BadLog otherwise
 */
export function expectWithinThreshold(
  { position, type, recordedAt }: RecordedEvent,
  { by, firstBy, playerId, value }: Approved,
  { above, countedOf }: { readonly above: Minor; readonly countedOf: (playerId: string) => Counted },
): void {
  if (firstBy !== null) return;
  const at = recordedAt + CLOCK_DOUBT_MS;
  const before = [rollingSumOf(countedOf(playerId).credited, at), rollingSumOf(countedOf(by).approved, at)];
  const isWithin = before.every((sum) => sum + value <= above);
  expectAt(position, isWithin, () => `${type} is by one admin, where it takes two above ${above}.`);
}
