import type { ComponentProps, ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

/** A panel on the ground. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      {...rest}
      className={cx("rounded-card border border-line bg-panel p-4 shadow-card sm:p-6", className)}
    />
  );
}

interface CardHeaderProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** What stands at the right of the title. */
  readonly actions?: ReactNode;
  readonly id?: string;
}

/** The head of a card: its title as a second-level heading. */
export function CardHeader({ title, description, actions, id }: CardHeaderProps) {
  return (
    <div className="mb-4 flex items-start justify-between gap-4">
      <div>
        <h2 id={id} className="font-semibold text-ink text-lg leading-tight tracking-tight">
          {title}
        </h2>
        {description && <p className="mt-1 text-muted text-sm">{description}</p>}
      </div>
      {actions}
    </div>
  );
}
