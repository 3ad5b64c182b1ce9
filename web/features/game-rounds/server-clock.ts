import { useRef } from "react";

/** One answer of the service: the time in it, and when it was received by the browser's clock. Milliseconds. */
export interface ClockSample {
  readonly serverTime: number;
  readonly receivedAt: number;
}

/**
 * How far the browser's clock is ahead of the service's, at most: the smallest difference seen, since the fastest
 * answer is the most precise. So the page never runs ahead of the service.
 * @example offsetOf(null, { serverTime: 1_000, receivedAt: 1_050 }) // 50
 */
export const offsetOf = (before: number | null, { serverTime, receivedAt }: ClockSample): number =>
  Math.min(before ?? Number.POSITIVE_INFINITY, receivedAt - serverTime);

/** The offset of the service's clock over all answers of a visit. Zero before the first. */
export function useServerOffset(
  answer: { readonly serverTime: string } | undefined,
  receivedAt: number,
): number {
  const offset = useRef<number | null>(null);
  if (answer)
    offset.current = offsetOf(offset.current, { serverTime: Date.parse(answer.serverTime), receivedAt });
  return offset.current ?? 0;
}
