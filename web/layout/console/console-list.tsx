import type { UseQueryOptions } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ComponentType } from "react";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { FoldedFilters } from "#web/layout/console/folded-filters.tsx";
import { useAddress, useAddressDialog } from "#web/lib/address.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { usePages } from "#web/lib/pages.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { type FilterField, FilterForm } from "#web/ui/forms/filter-form.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";
import type { ListOrder } from "#web/ui/lists/pager.tsx";

/** The props of a dialog about a row of a list. */
export interface RowDialogProps<T> {
  readonly row: T;
  readonly onClose: () => void;
}

/** The filters in force by name, each empty where it is not set. */
type Values = Readonly<Record<string, string>>;

interface ConsoleListProps<T, P, K extends readonly unknown[]> {
  readonly id: string;
  readonly title: string;
  /** What is listed, as in 'Pages of events'. */
  readonly of: string;
  /** The parameter of the address that holds the page. */
  readonly pagesIn: string;
  readonly filters?: {
    /** What is filtered, as in 'Filter events'. */
    readonly label: string;
    readonly fields: readonly FilterField[];
    readonly action?: string;
  };
  readonly query: (values: Values, next: string | undefined) => UseQueryOptions<P, Error, P, K>;
  /** The path of the whole list below `/api`, where it can be had as a file, and the filters that go with it. */
  readonly exports?: { readonly path: string; readonly query: (values: Values) => Values };
  readonly rows: number;
  readonly order?: ListOrder;
  readonly rowClassName?: string;
  readonly empty: { readonly icon: LucideIcon; readonly text: string };
  readonly caption: string;
  /** @param open opens a dialog about a row, by its name in `dialogs` */
  readonly columns: (open: (dialog: string, row: T) => void) => readonly TableColumn<T>[];
  readonly rowKey: (row: T) => string;
  readonly dialogs?: Readonly<Record<string, ComponentType<RowDialogProps<T>>>>;
}

const SingleFilter = (props: ComponentProps<typeof FilterForm>) => (
  <div className="mb-6">
    <FilterForm {...props} />
  </div>
);

/** A list of the console: its filters, page and open dialog are kept in the address. */
export function ConsoleList<
  T,
  P extends { readonly items: readonly T[]; readonly next: string | null },
  K extends readonly unknown[],
>(props: ConsoleListProps<T, P, K>) {
  const { id, title, of, pagesIn, filters, exports, caption, columns, rowKey, dialogs = {} } = props;
  const { get, change } = useAddress(pagesIn);
  const values = Object.fromEntries((filters?.fields ?? []).map(({ name }) => [name, get(name)]));
  const pages = usePages(pagesIn);
  const query = useSteadyQuery(props.query(values, pages.cursor));
  const dialog = useAddressDialog();
  // One field takes no more room than the button that would fold it.
  const Filters = filters?.fields.length === 1 ? SingleFilter : FoldedFilters;
  const asked = query.data?.items.find((row) => rowKey(row) === dialog.on);
  const Asked = Object.hasOwn(dialogs, dialog.act) ? dialogs[dialog.act] : undefined;
  return (
    <TitledCard
      id={id}
      title={title}
      actions={exports && <ExportLinks of={of} path={exports.path} query={exports.query(values)} />}
      className="scroll-mt-20"
    >
      {filters && <Filters {...filters} values={values} onApply={change} />}
      <PagedList
        of={of}
        query={query}
        pages={pages}
        rows={props.rows}
        {...(props.rowClassName && { rowClassName: props.rowClassName })}
        {...(props.order && { order: props.order })}
        empty={props.empty}
      >
        {(items: readonly T[]) => (
          <DataTable
            caption={caption}
            columns={columns((name, row) => dialog.open(name, rowKey(row)))}
            rows={items}
            rowKey={rowKey}
            isStale={query.isPlaceholderData}
          />
        )}
      </PagedList>
      {Asked && asked && <Asked row={asked} onClose={dialog.close} />}
    </TitledCard>
  );
}

/** A screen of the console that is one list. @param screen its heading */
export const ConsolePage = <
  T,
  P extends { readonly items: readonly T[]; readonly next: string | null },
  K extends readonly unknown[],
>({
  screen,
  ...list
}: ConsoleListProps<T, P, K> & {
  readonly screen: { readonly title: string; readonly description: string };
}) => (
  <AdminFrame {...screen}>
    <ConsoleList {...list} />
  </AdminFrame>
);
