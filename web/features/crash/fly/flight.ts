import { multiplierAt } from "#domain/fairness/crash-curve.ts";
import { times } from "#web/lib/format.ts";

/** Time without a tick after which the curve stops, in milliseconds: the page shows nothing it does not know. */
export const FREEZE_AFTER_MS = 600;

/** What the browser knows of a running curve; all by the browser's clock, in milliseconds. */
export interface Flight {
  readonly roundId: string;
  /** When the curve started, at the latest: the page never runs ahead of the service. */
  readonly startedAt: number;
  /** When the service last sent something. */
  readonly heardAt: number;
}

/** The service says that a round has run for `elapsed` milliseconds. */
export interface Tick {
  readonly roundId: string;
  readonly elapsed: number;
  readonly receivedAt: number;
}

/**
 * Follows a tick. A tick cannot come before it was sent, so the latest start is the smallest difference over all ticks.
 * @example ticked(null, { roundId: "r", elapsed: 250, receivedAt: 1_300 }).startedAt // 1_050
 */
export function ticked(flight: Flight | null, { roundId, elapsed, receivedAt }: Tick): Flight {
  const startedAt = receivedAt - elapsed;
  if (flight?.roundId !== roundId) return { roundId, startedAt, heardAt: receivedAt };
  return {
    roundId,
    startedAt: Math.min(flight.startedAt, startedAt),
    heardAt: Math.max(flight.heardAt, receivedAt),
  };
}

/** Whether the service has been silent too long to keep the curve moving. */
export const isFrozen = (flight: Flight, now: number): boolean => now - flight.heardAt > FREEZE_AFTER_MS;

/** How long the curve has run, as far as it may be shown. */
export const elapsedIn = ({ startedAt, heardAt }: Flight, now: number): number =>
  Math.max(0, Math.min(now, heardAt + FREEZE_AFTER_MS) - startedAt);

/** The multiplier as far as it may be shown, in hundredths. */
export const shownMultiplier = (flight: Flight, now: number): number => multiplierAt(elapsedIn(flight, now));

/** A multiplier as it is written. @example multiplierText(123_456) // "1,234.56×" */
export const multiplierText = (hundredths: number): string => times((hundredths / 100).toFixed(2));
