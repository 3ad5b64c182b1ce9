import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

interface FigureTableProps {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first of a row names it. */
  readonly rows: readonly (readonly ReactNode[])[];
  /** How many columns narrow views have room for; all when not given. */
  readonly narrowColumns?: number;
}

const WIDE_ONLY = "hidden sm:table-cell";

/** A small table of figures: names at the left, figures at the right. */
export function FigureTable({ caption, head, rows, narrowColumns = head.length }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="-mx-1 overflow-x-auto rounded-lg px-1">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th
                key={name}
                scope="col"
                className={cx(
                  "pb-2 align-bottom font-medium text-faint text-xs",
                  column === 0 ? "pr-3 text-left" : "pl-3 text-right",
                  column >= narrowColumns && WIDE_ONLY,
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a rule never move
            <tr key={row} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap py-2.5 pr-3 text-left font-medium text-ink">
                {name}
              </th>
              {figures.map((figure, column) => (
                <td
                  key={head[column + 1]}
                  className={cx(
                    "whitespace-nowrap py-2.5 pl-3 text-right text-muted",
                    column + 1 >= narrowColumns && WIDE_ONLY,
                  )}
                >
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
