import { type ReactNode, useId } from "react";
import { cx } from "#web/lib/cx.ts";

/** A column of a table. */
export interface TableColumn<T> {
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** Figures stand at the right, in digits of equal width. */
  readonly isNumeric?: boolean;
  /** Names the row. */
  readonly isHeader?: boolean;
  /** Hidden on narrow screens; the row has to show its content elsewhere. */
  readonly isForWide?: boolean;
  /** Leaves the title to those who cannot see the table. */
  readonly isTitleHidden?: boolean;
  /** Stays in view while the other columns scroll sideways. */
  readonly isPinned?: boolean;
}

/** The column of what can be done about a row, always in view at the right. */
export const actionColumn = <T,>(cell: (row: T) => ReactNode): TableColumn<T> => ({
  title: "Action",
  isTitleHidden: true,
  isNumeric: true,
  isPinned: true,
  // One below the other on a phone, where the pinned column must leave room for the others.
  cell: (row) => <span className="inline-flex flex-col gap-2 sm:flex-row">{cell(row)}</span>,
});

interface DataTableProps<T> {
  readonly caption: string;
  readonly columns: readonly TableColumn<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly isStale?: boolean;
}

/** Figures, but for those that name the row: on a wide screen, words in the next column keep their distance. */
const numeric = (isSpaced: boolean) => (isSpaced ? "text-right lg:pr-8" : "text-right");

interface CellProps<T> {
  readonly column: TableColumn<T>;
  readonly row: T;
  readonly isLast: boolean;
}

function Cell<T>({ column, row, isLast }: CellProps<T>) {
  const look = cx(
    "px-2 py-2.5 align-middle text-sm",
    column.isNumeric && numeric(!isLast && !column.isHeader),
    column.isForWide && "hidden md:table-cell",
    column.isPinned && "pinned",
  );
  if (column.isHeader) {
    return (
      <th scope="row" className={cx(look, "text-left font-medium text-ink")}>
        {column.cell(row)}
      </th>
    );
  }
  return <td className={cx(look, "text-muted")}>{column.cell(row)}</td>;
}

/** A table that scrolls sideways in its own region where it is wider than the page. */
export function DataTable<T>({ caption, columns, rows, rowKey, isStale = false }: DataTableProps<T>) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="scroll-hint relative -mx-2 overflow-x-auto rounded-lg"
    >
      <table aria-busy={isStale} className={cx("w-full border-collapse", isStale && "opacity-60")}>
        <caption id={id} className="sr-only">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumeric, isHeader, isTitleHidden, isForWide, isPinned }, index) => (
              <th
                key={title}
                scope="col"
                className={cx(
                  "whitespace-nowrap px-2 pb-2 font-medium text-faint text-xs",
                  isNumeric ? numeric(index < columns.length - 1 && !isHeader) : "text-left",
                  isForWide && "hidden md:table-cell",
                  isPinned && "pinned",
                )}
              >
                <span className={isTitleHidden ? "sr-only" : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-line border-t">
              {columns.map((column, index) => (
                <Cell key={column.title} column={column} row={row} isLast={index === columns.length - 1} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
