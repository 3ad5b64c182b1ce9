import type { UseQueryResult } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

interface LoadedListProps<T> {
  /** What is listed, such as 'Your deposits'. */
  readonly of: string;
  readonly query: UseQueryResult<readonly T[]>;
  /** Rows that hold its place until it is there, and the height of one. */
  readonly rows: number;
  readonly rowClassName: string;
  readonly empty: Omit<ComponentProps<typeof EmptyState>, "icon"> &
    Partial<Pick<ComponentProps<typeof EmptyState>, "icon">>;
  readonly className?: string;
  /** A row, with its key. */
  readonly children: (item: T) => ReactNode;
}

/** A fully loaded list, or its loading, empty or error state. */
export function LoadedList<T>(props: LoadedListProps<T>) {
  const { of, query, rows, rowClassName, empty, className, children } = props;
  const { data, error, refetch } = query;
  if (!data) return <Unloaded {...{ error, refetch }} what={of} rows={rows} className={rowClassName} />;
  if (data.length === 0) return <EmptyState icon={Inbox} {...empty} />;
  return (
    <ul aria-label={of} className={className}>
      {data.map(children)}
    </ul>
  );
}
