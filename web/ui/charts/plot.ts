import { compareMinor, type Minor } from "#domain/kernel/money.ts";

/** The most lines that an axis of values has. */
const TICKS_MAX = 5;
const NICE = [1n, 2n, 5n] as const;
/** Whole units at least, so that no two ticks read the same. */
const STEP_MIN: Minor = 100n;

/** An axis of values: its ticks, the lowest first, in even steps, with zero among them. */
export interface Axis {
  readonly ticks: readonly Minor[];
  readonly least: Minor;
  readonly most: Minor;
}

/** The smallest step of 1, 2 or 5 and zeros that covers a span in few enough steps. */
function stepFor(span: Minor): Minor {
  for (let power = 1n; ; power *= 10n) {
    for (const factor of NICE) {
      const step = factor * power;
      if (span <= step * BigInt(TICKS_MAX - 2)) return step;
    }
  }
}

const floorTo = (value: Minor, step: Minor): Minor =>
  value >= 0n ? (value / step) * step : -((-value + step - 1n) / step) * step;

/** The axis on which values are shown together with zero. @example axisOf([-120n, 340n]).ticks // -200n … 400n */
export function axisOf(values: readonly Minor[]): Axis {
  const sorted = [0n, ...values].toSorted(compareMinor);
  const [low, high] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n];
  const nice = stepFor(high - low);
  const step = nice < STEP_MIN ? STEP_MIN : nice;
  const least = floorTo(low, step);
  const top = -floorTo(-high, step);
  const most = top > least ? top : least + step;
  const ticks: Minor[] = [];
  for (let tick = least; tick <= most; tick += step) ticks.push(tick);
  return { ticks, least, most };
}

/** A value's distance from the top of an axis of a height in pixels. */
export const heightOn = ({ least, most }: Axis, value: Minor, pixels: number): number =>
  (Number(most - value) / Number(most - least)) * pixels;
