import type { Side } from "#web/lib/stakes/stake.ts";

/** One turn of the coin while its landing is unknown. */
const TURN_MS = 330;
const TURN_DEG = 360;
/** Minimum time of landing for a coin whose result comes late. */
const SETTLE_MS_MIN = 350;
/** How steeply the landing curve begins: the distance is chosen so that its first speed is the spin's. */
const LANDING_SLOPE = 2.2;
const LANDING_CURVE = "cubic-bezier(0.25, 0.55, 0.45, 1)";

const turned = (degrees: number) => ({ transform: `rotateX(${degrees}deg)` });

/** Degrees at which a side faces the visitor. */
export const restOf = (side: Side): number => (side === "rbx" ? 0 : TURN_DEG / 2);

/**
 * The final angle: on its side, at least half a turn on, and as close as possible to where the spin would end.
 * @example landingAngle({ from: 90, side: "tix", leftMs: 660 }) // 540
 */
export function landingAngle({ from, side, leftMs }: { from: number; side: Side; leftMs: number }): number {
  const carried = Math.max((leftMs / TURN_MS / LANDING_SLOPE) * TURN_DEG, TURN_DEG / 2);
  const turns = Math.ceil((from + carried - restOf(side)) / TURN_DEG);
  return turns * TURN_DEG + restOf(side);
}

/** A coin in the air. */
export interface Spin {
  /** Brings it down on a side, for the time that is left of its flight. */
  readonly land: (side: Side) => void;
  readonly stop: () => void;
}

/**
 * Sends a coin spinning from the angle that shows a side.
 * @param flightMs how long it flies if the result comes in time
 */
export function spin(coin: HTMLElement, { from, flightMs }: { from: number; flightMs: number }): Spin {
  const begun = performance.now();
  let playing = coin.animate([turned(from), turned(from + TURN_DEG)], {
    duration: TURN_MS,
    iterations: Number.POSITIVE_INFINITY,
  });
  return {
    land: (side) => {
      const flownMs = performance.now() - begun;
      const angle = from + ((flownMs % TURN_MS) / TURN_MS) * TURN_DEG;
      const leftMs = Math.max(flightMs - flownMs, SETTLE_MS_MIN);
      const spinning = playing;
      playing = coin.animate([turned(angle), turned(landingAngle({ from: angle, side, leftMs }))], {
        duration: leftMs,
        easing: LANDING_CURVE,
        fill: "forwards",
      });
      spinning.cancel();
    },
    stop: () => playing.cancel(),
  };
}
