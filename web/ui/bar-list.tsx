import type { Minor } from "#domain/kernel/money.ts";
import { cx } from "#web/lib/cx.ts";
import { money } from "#web/lib/format.ts";
import type { Bar } from "#web/ui/bar-chart.tsx";

interface BarListProps {
  readonly title: string;
  /** What the bars are in, such as RBX. */
  readonly unit: string;
  readonly tone: "rbx" | "tix";
  readonly bars: readonly Pick<Bar, "label" | "value">[];
}

const FILLS = { rbx: "fill-rbx", tix: "fill-tix" } as const;
const size = (value: Minor): Minor => (value < 0n ? -value : value);

/** How long a bar is beside the longest, in hundredths; what is not zero can be seen. */
const lengthOf = (value: Minor, longest: Minor): number =>
  value === 0n ? 0 : Math.max(1, Number((size(value) * 100n) / longest));

/** Values by name as bars below each other, each with its figure. */
export function BarList({ title, unit, tone, bars }: BarListProps) {
  const sizes = bars.map(({ value }) => size(value)).toSorted((a, b) => (a < b ? 1 : -1));
  const longest = sizes[0] || 1n;
  return (
    <figure aria-label={`${title} in ${unit}`} className="min-w-0">
      <figcaption className="mb-3 font-medium text-ink text-sm">
        {title} <span className="text-faint">in {unit}</span>
      </figcaption>
      <dl className="space-y-3">
        {bars.map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm">
            <dt className="truncate text-muted">{label}</dt>
            <dd className={cx("font-semibold", value < 0n ? "text-loss" : "text-ink")}>{money(value)}</dd>
            <dd className="col-span-2" aria-hidden="true">
              <svg width="100%" height="8" aria-hidden="true" className="block rounded-full bg-sunken">
                <rect
                  width={`${lengthOf(value, longest)}%`}
                  height="8"
                  rx="4"
                  className={value < 0n ? "fill-loss" : FILLS[tone]}
                />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
