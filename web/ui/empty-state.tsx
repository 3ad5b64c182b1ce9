import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title?: string;
  readonly text: string;
  /** What the visitor can do about it. */
  readonly action?: ReactNode;
}

/** An empty state: what is missing, and what to do. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-8 text-center">
      <span className="grid size-11 place-items-center rounded-full border border-line bg-raised text-muted">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="space-y-1">
        {title && <p className="font-semibold text-ink">{title}</p>}
        <p className="max-w-sm text-balance text-muted text-sm">{text}</p>
      </div>
      {action}
    </div>
  );
}
