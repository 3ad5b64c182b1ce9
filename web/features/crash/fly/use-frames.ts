import { type RefObject, useEffect, useRef } from "react";
import type { Flight } from "#web/features/crash/fly/flight.ts";
import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";

/** Update interval of figures with reduced motion, in milliseconds. */
const STILL_EVERY_MS = 250;

/**
 * Draws as often as the screen does while a curve runs; a page that is hidden draws nothing.
 * @param draw is given the curve as it is known at `now`, by the browser's clock
 */
export function useFrames(
  flight: RefObject<Flight | null>,
  isRunning: boolean,
  draw: (flight: Flight, now: number) => void,
): void {
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
  });
  useEffect(() => {
    if (!isRunning) return;
    const everyMs = prefersReducedMotion() ? STILL_EVERY_MS : 0;
    let drawnAt = 0;
    let frame = 0;
    const next = () => {
      frame = requestAnimationFrame(next);
      const now = Date.now();
      if (flight.current === null || now - drawnAt < everyMs) return;
      drawnAt = now;
      latest.current(flight.current, now);
    };
    next();
    return () => cancelAnimationFrame(frame);
  }, [flight, isRunning]);
}
