import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

interface StepsProps {
  readonly steps: readonly { readonly title: string; readonly text: ReactNode }[];
  /** The layout of the steps. */
  readonly className: string;
}

/** What happens one after the other, each with its number. */
export function Steps({ steps, className }: StepsProps) {
  return (
    <ol className={cx("grid gap-x-8 gap-y-5", className)}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-3">
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-full border border-line-strong font-semibold text-ink text-sm"
          >
            {index + 1}
          </span>
          <div className="min-w-0 pt-1">
            <h3 className="font-semibold text-ink">{title}</h3>
            <p className="mt-1 text-muted text-sm">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
