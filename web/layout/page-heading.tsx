import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

interface PageHeadingProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** What stands at the right of the title. */
  readonly actions?: ReactNode;
  readonly className?: string;
}

/** The first-level heading of a page; focus moves to it when one arrives by a link. */
export function PageHeading({ title, description, actions, className }: PageHeadingProps) {
  return (
    <div className={cx("mb-6 flex flex-wrap items-end justify-between gap-4 sm:mb-8", className)}>
      <div className="min-w-0">
        <h1
          tabIndex={-1}
          className={cx(
            "break-words font-bold text-ink leading-tight tracking-tight sm:text-4xl",
            // A player's name of twenty letters is one word, which fits a phone.
            /\S{16}/.test(title) ? "text-2xl" : "text-3xl",
          )}
        >
          {title}
        </h1>
        {description && <p className="mt-2 max-w-3xl text-muted">{description}</p>}
      </div>
      {actions}
    </div>
  );
}
