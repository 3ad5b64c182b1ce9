import type { Minor } from "#domain/kernel/money.ts";
import { cx } from "#web/lib/cx.ts";
import { money } from "#web/lib/format.ts";
import type { Bar } from "#web/ui/charts/bar-chart.tsx";

interface BarListProps {
  readonly title: string;
  /** What the bars are in, such as RBX. */
  readonly unit: string;
  readonly tone: "rbx" | "tix";
  readonly bars: readonly Pick<Bar, "label" | "value">[];
}

const FILLS = { rbx: "fill-rbx", tix: "fill-tix" } as const;
const size = (value: Minor): Minor => (value < 0n ? -value : value);

/** Where a bar stands, in hundredths of the width. */
interface Span {
  readonly x: number;
  readonly width: number;
}

/** The bars on one scale around zero, negative ones to the left. Values other than zero stay visible. */
export function spansOf(values: readonly Minor[]): {
  readonly zero: number;
  readonly spans: readonly Span[];
} {
  const [least, most] = [0n, ...values].reduce(
    ([low, high], value) => [value < low ? value : low, value > high ? value : high],
    [0n, 0n],
  );
  const whole = most - least || 1n;
  const zero = Number((-least * 100n) / whole);
  const spans = values.map((value) => {
    const width = value === 0n ? 0 : Math.max(1, Number((size(value) * 100n) / whole));
    if (value < 0n) return { x: Math.max(0, zero - width), width };
    return { x: Math.min(zero, 100 - width), width };
  });
  return { zero, spans };
}

/** Values by name as bars below each other, each with its figure. */
export function BarList({ title, unit, tone, bars }: BarListProps) {
  const { zero, spans } = spansOf(bars.map(({ value }) => value));
  return (
    <figure aria-label={`${title} in ${unit}`} className="min-w-0">
      <figcaption className="mb-3 font-medium text-ink text-sm">
        {title} <span className="text-faint">in {unit}</span>
      </figcaption>
      <dl className="space-y-3">
        {bars.map(({ label, value }, index) => (
          <div key={label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm">
            <dt className="truncate text-muted">{label}</dt>
            <dd className={cx("font-semibold", value < 0n ? "text-loss" : "text-ink")}>{money(value)}</dd>
            <dd className="col-span-2" aria-hidden="true">
              <svg width="100%" height="8" aria-hidden="true" className="block rounded-full bg-sunken">
                <rect
                  x={`${spans[index]?.x ?? 0}%`}
                  width={`${spans[index]?.width ?? 0}%`}
                  height="8"
                  rx="4"
                  className={value < 0n ? "fill-loss" : FILLS[tone]}
                />
                {zero > 0 && (
                  <line x1={`${zero}%`} x2={`${zero}%`} y2="8" className="stroke-faint" strokeWidth="2" />
                )}
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
