import { cx } from "#web/lib/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

interface TableSkeletonProps {
  readonly rows: number;
  /** The height of a row when it is there. */
  readonly rowClassName?: string;
}

/** Holds the place of a table: a line of headings and rows of the final height. */
export function TableSkeleton({ rows, rowClassName = "h-14" }: TableSkeletonProps) {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div aria-hidden="true" className="flex h-6 items-start justify-between gap-4 px-2 pt-0.5">
        <Skeleton className="h-3 w-20" />
        <Skeleton className="h-3 w-14" />
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          key={row}
          aria-hidden="true"
          className={cx("flex items-center justify-between gap-4 border-line border-t px-2", rowClassName)}
        >
          <Skeleton className="h-4 w-32 max-w-1/3" />
          <Skeleton className="h-4 w-24 max-w-1/4" />
        </div>
      ))}
    </div>
  );
}
