import { useEffect, useRef, useState } from "react";
import { elapsedAt } from "#domain/fairness/crash-curve.ts";
import { SECOND_MS } from "#domain/kernel/time.ts";
import { drawCurve } from "#web/features/crash/fly/draw-curve.ts";
import { elapsedIn, isFrozen, multiplierText, shownMultiplier } from "#web/features/crash/fly/flight.ts";
import { useFrames } from "#web/features/crash/fly/use-frames.ts";
import type { ShownCrash } from "#web/features/crash/use-crash-round.ts";
import { type OwnBet, reconnecting } from "#web/features/crash/words.ts";
import { cx } from "#web/lib/cx.ts";
import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";
import { readMoney } from "#web/lib/format.ts";

const START = multiplierText(100);
/** A point as whole hundredths. @example hundredths("1.56") // 156 */
const hundredths = (point: string): number => Number(readMoney(point));

interface CurveProps {
  readonly shown: ShownCrash;
  readonly you: OwnBet | null;
}

/** The curve of a round with its multiplier, up to the point at which it broke. */
export function Curve({ shown: { phase, point, flight }, you }: CurveProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const figure = useRef<HTMLSpanElement>(null);
  const [isStill, setStill] = useState(false);
  const isRunning = phase === "running";
  const isMoving = !prefersReducedMotion();
  useFrames(flight, isRunning, (now, at) => {
    if (figure.current) figure.current.textContent = multiplierText(shownMultiplier(now, at));
    if (canvas.current && isMoving) drawCurve(canvas.current, elapsedIn(now, at) / SECOND_MS);
    setStill(isFrozen(now, at));
  });
  useEffect(() => {
    if (point === null) return;
    if (figure.current) figure.current.textContent = multiplierText(hundredths(point));
    if (canvas.current && isMoving) drawCurve(canvas.current, elapsedAt(hundredths(point)) / SECOND_MS);
  }, [point, isMoving]);
  const isBusted = phase === "busted";
  return (
    <div className="relative h-52 sm:h-64">
      {isMoving && (
        <div aria-hidden="true" className="size-full">
          <canvas ref={canvas} className={cx("size-full", isBusted ? "text-loss" : "text-accent")} />
        </div>
      )}
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-1">
        <span
          ref={figure}
          data-testid="multiplier"
          className={cx(
            "font-extrabold text-5xl tabular-nums tracking-tight transition-colors duration-400 sm:text-6xl",
            isBusted ? "text-loss" : "text-ink",
          )}
        >
          {START}
        </span>
        <p
          className={cx(
            "min-h-5 text-balance rounded-lg bg-panel/80 px-2 text-center text-sm",
            isBusted ? "text-loss" : "text-muted",
          )}
        >
          {isBusted ? "Busted" : isRunning && isStill ? reconnecting(you) : ""}
        </p>
      </div>
    </div>
  );
}
