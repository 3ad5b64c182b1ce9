import { type RefCallback, useCallback, useState } from "react";
import type { Minor } from "#domain/kernel/money.ts";
import { cx } from "#web/lib/cx.ts";
import { compactMoney, money } from "#web/lib/format.ts";
import { axisOf, heightOn } from "#web/ui/charts/plot.ts";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";

/** The width of an element as it is laid out, and anew whenever that changes. @param before until it is known */
function useWidth(before: number): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(before);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const read = () => element.clientWidth > 0 && setWidth(element.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** One bar: what it is of, and how high it is in minor units. */
export interface Bar {
  readonly label: string;
  /** What stands below the bar, where there is room. */
  readonly short: string;
  readonly value: Minor;
}

interface BarChartProps {
  readonly title: string;
  /** What the bars are in, such as RBX. */
  readonly unit: string;
  readonly tone: "rbx" | "tix";
  /** What a bar is of, as the title of a column. */
  readonly of: string;
  readonly bars: readonly Bar[];
}

const WIDTH_BEFORE = 600;
const HEIGHT = 200;
const LEFT = 52;
const RIGHT = 18;
const BOTTOM = 24;
const TOP = 10;
/** Width of a label below the bars, in pixels. */
const LABEL_WIDTH = 52;
const GAP = 0.25;
const BAR_WIDTH_MAX = 48;

const FILLS = { rbx: "fill-rbx", tix: "fill-tix" } as const;

/** What the drawing shows, for those who cannot see it. */
function spoken({ title, unit, bars }: Pick<BarChartProps, "title" | "unit" | "bars">): string {
  const sorted = bars.toSorted((a, b) => (a.value < b.value ? -1 : 1));
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (!least || !most) return `${title}, in ${unit}: no bars`;
  const of = ({ label, value }: Bar) => `${money(value)} (${label})`;
  return `${title}, in ${unit}: from ${of(least)} to ${of(most)}. The table below has every figure`;
}

function Drawing(props: BarChartProps & { width: number }) {
  const { unit, tone, bars, width } = props;
  const axis = axisOf(bars.map(({ value }) => value));
  const plot = { width: width - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
  const slot = plot.width / Math.max(1, bars.length);
  const thick = Math.max(1, Math.min(BAR_WIDTH_MAX, slot * (1 - GAP)));
  const zero = TOP + heightOn(axis, 0n, plot.height);
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / slot));
  const middle = (index: number) => LEFT + slot * (index + 0.5);
  return (
    <svg
      role="img"
      aria-label={spoken(props)}
      width={width}
      height={HEIGHT}
      className="block overflow-visible"
    >
      {axis.ticks.map((tick) => {
        const y = TOP + heightOn(axis, tick, plot.height);
        return (
          <g key={String(tick)}>
            <line
              x1={LEFT}
              x2={width}
              y1={y}
              y2={y}
              className={tick === 0n ? "stroke-faint" : "stroke-line"}
            />
            <text x={LEFT - 8} y={y + 4} textAnchor="end" className="fill-faint text-[0.6875rem]">
              {compactMoney(tick)}
            </text>
          </g>
        );
      })}
      {bars.map(({ label, value }, index) => {
        const y = TOP + heightOn(axis, value, plot.height);
        return (
          <rect
            key={label}
            x={middle(index) - thick / 2}
            y={Math.min(y, zero)}
            width={thick}
            height={Math.max(value === 0n ? 0 : 1, Math.abs(zero - y))}
            rx={Math.min(3, thick / 3)}
            className={value < 0n ? "fill-loss" : FILLS[tone]}
          >
            <title>{`${label}: ${money(value)} ${unit}`}</title>
          </rect>
        );
      })}
      {bars.map(({ label, short }, index) =>
        (bars.length - 1 - index) % every === 0 ? (
          <text
            key={label}
            x={middle(index)}
            y={HEIGHT - 6}
            textAnchor="middle"
            className="fill-faint text-[0.6875rem]"
          >
            {short}
          </text>
        ) : null,
      )}
    </svg>
  );
}

/** Values beside each other as bars on an axis with zero, and the same figures as a table. */
export function BarChart(props: BarChartProps) {
  const { title, unit, of, bars } = props;
  const [ref, width] = useWidth(WIDTH_BEFORE);
  const columns: readonly TableColumn<Bar>[] = [
    { title: of, isHeader: true, cell: ({ label }) => label },
    {
      title: unit,
      isNumeric: true,
      cell: ({ value }) => <span className={cx(value < 0n && "text-loss")}>{money(value)}</span>,
    },
  ];
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 font-medium text-ink text-sm">
        {title} <span className="text-faint">in {unit}</span>
      </figcaption>
      <div ref={ref} className="h-50 min-w-0 overflow-hidden">
        <Drawing {...props} width={width} />
      </div>
      <details className="mt-2 text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-lg text-muted underline decoration-dotted underline-offset-4 hover:text-ink sm:min-h-9">
          As a table<span className="sr-only">: {title}</span>
        </summary>
        <div className="mt-2 max-h-80 overflow-y-auto px-2">
          <DataTable
            caption={`${title}, in ${unit}`}
            columns={columns}
            rows={bars}
            rowKey={({ label }) => label}
          />
        </div>
      </details>
    </figure>
  );
}
