import type { UseQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Pages } from "#web/lib/pages.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { type ListOrder, Pager } from "#web/ui/lists/pager.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

interface PagedListProps<T, P extends { readonly items: readonly T[]; readonly next: string | null }> {
  /** What is listed, as in 'Pages of events'. */
  readonly of: string;
  readonly query: UseQueryResult<P>;
  readonly pages: Pages;
  readonly rows: number;
  readonly rowClassName?: string;
  readonly order?: ListOrder;
  readonly empty: { readonly icon: LucideIcon; readonly title?: string; readonly text: string };
  readonly children: (items: readonly T[], page: P) => ReactNode;
}

/** A page of a list with its pager, or its loading, empty or error state. */
export function PagedList<T, P extends { readonly items: readonly T[]; readonly next: string | null }>(
  props: PagedListProps<T, P>,
) {
  const { of, query, pages, rows, rowClassName, empty, children, order = "newest" } = props;
  const { data, error, refetch, isPlaceholderData } = query;
  if (!data && error) {
    const what = `${of.charAt(0).toUpperCase()}${of.slice(1)}`;
    return <LoadError error={error} what={what} onRetry={() => void refetch()} />;
  }
  if (!data) return <TableSkeleton rows={rows} {...(rowClassName && { rowClassName })} />;
  return (
    <>
      {data.items.length === 0 ? <EmptyState {...empty} /> : children(data.items, data)}
      <Pager of={of} pages={pages} older={data.next} isLoading={isPlaceholderData} order={order} />
    </>
  );
}
