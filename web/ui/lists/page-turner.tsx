import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Paging } from "#web/lib/api/use-paging.ts";
import { ActionButton } from "#web/ui/action-button.tsx";

interface PageTurnerProps {
  /** What is paged through, as in 'Pages of the marketplace'. */
  readonly of: string;
  readonly turns: Pick<Paging<unknown>, "page" | "pages" | "turnTo">;
}

/** The ways through a list that is there whole; absent while one page holds it. */
export function PageTurner({ of, turns: { page, pages, turnTo } }: PageTurnerProps) {
  if (pages === 1) return null;
  return (
    <nav aria-label={`Pages of ${of}`} className="mt-5 flex items-center justify-between gap-3">
      <p aria-live="polite" className="text-faint text-sm">
        Page {page} of {pages}
      </p>
      <div className="flex gap-2">
        <ActionButton size="sm" isUnavailable={page === 1} onClick={() => turnTo(page - 1)}>
          <ChevronLeft className="size-4" aria-hidden="true" />
          Previous
        </ActionButton>
        <ActionButton size="sm" isUnavailable={page === pages} onClick={() => turnTo(page + 1)}>
          Next
          <ChevronRight className="size-4" aria-hidden="true" />
        </ActionButton>
      </div>
    </nav>
  );
}
