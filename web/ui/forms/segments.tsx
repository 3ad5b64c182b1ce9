import { Link } from "wouter";
import { cx } from "#web/lib/cx.ts";

export interface Segment {
  readonly value: string;
  readonly label: string;
  readonly href: string;
}

interface SegmentsProps {
  /** What is chosen between, for those who cannot see it. */
  readonly label: string;
  readonly segments: readonly Segment[];
  readonly value: string;
  readonly className?: string;
}

/** A choice kept in the address, as links that look like tabs and replace the history entry. */
export function Segments({ label, segments, value, className }: SegmentsProps) {
  return (
    <nav
      aria-label={label}
      className={cx("flex gap-1 rounded-control border border-line bg-sunken p-1", className)}
    >
      {segments.map((segment) => {
        const isCurrent = segment.value === value;
        return (
          <Link
            key={segment.value}
            href={segment.href}
            replace
            aria-current={isCurrent ? "true" : undefined}
            className={cx(
              "flex min-h-11 flex-1 items-center justify-center whitespace-nowrap rounded-lg px-4 font-medium text-sm transition-colors",
              isCurrent ? "picked" : "text-muted hover:text-ink",
            )}
          >
            {segment.label}
          </Link>
        );
      })}
    </nav>
  );
}
