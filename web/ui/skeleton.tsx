import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

/** Holds the place of something that is loading; give it the final size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-shimmer rounded-lg bg-hover", className)} />;
}

interface SkeletonCardsProps {
  readonly count: number;
  readonly testId: string;
  /** Of the grid, and of each card. */
  readonly className: string;
  readonly cardClassName: string;
  /** What is in one card. */
  readonly children: ReactNode;
}

/** Holds the place of cards side by side. */
export function SkeletonCards({ count, testId, className, cardClassName, children }: SkeletonCardsProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading...</span>
      {Array.from({ length: count }, (_, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          key={place}
          data-testid={testId}
          className={cx("rounded-card border border-line bg-panel", cardClassName)}
        >
          {children}
        </div>
      ))}
    </div>
  );
}

interface SkeletonRowsProps {
  readonly rows: number;
  /** The height of a row as it will be. */
  readonly className: string;
}

/** Holds the place of a list. */
export function SkeletonRows({ rows, className }: SkeletonRowsProps) {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={row} className={cx("flex items-center", className)}>
          <Skeleton className="h-3/5 w-full" />
        </div>
      ))}
    </div>
  );
}
