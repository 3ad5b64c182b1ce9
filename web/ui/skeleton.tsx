import { cx } from "#web/lib/cx.ts";

/** Holds the place of something that is loading; give it the final size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-shimmer rounded-lg bg-raised", className)} />;
}

/** Several lines of the same size, for lists. */
export function SkeletonRows({ rows, className = "h-10" }: { rows: number; className?: string }) {
  return (
    <div role="status" className="space-y-2">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={row} className={className} />
      ))}
    </div>
  );
}
