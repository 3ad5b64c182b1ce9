import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

/** The heading of a column. */
export interface RecordColumn {
  readonly title: ReactNode;
  readonly className?: string;
}

interface RecordTableProps {
  readonly caption: string;
  readonly columns: readonly (string | RecordColumn)[];
  /** The previous page's rows are shown until the chosen one is loaded. */
  readonly isStale: boolean;
  readonly className?: string;
  /** The rows: each draws its own cells, fewer of them on narrow screens. */
  readonly children: ReactNode;
}

/** A title for those who cannot see the table. */
export const hiddenTitle = (title: string) => <span className="sr-only">{title}</span>;

/** A table of records whose rows fit every width. */
export function RecordTable({ caption, columns, isStale, className, children }: RecordTableProps) {
  return (
    <table aria-busy={isStale} className={cx("w-full border-collapse", isStale && "opacity-60", className)}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="*:pb-2 *:text-left *:font-medium *:text-faint *:text-xs">
          {columns.map((column, index) => {
            const { title, className: look } =
              typeof column === "string" ? { title: column, className: undefined } : column;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
              <th key={index} scope="col" className={look}>
                {title}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
