import { ChevronLeft, ChevronRight, ChevronsLeft } from "lucide-react";
import { useRef } from "react";
import type { Pages } from "#web/lib/pages.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";

interface PagerProps {
  /** What is paged through, as in 'Pages of your games'. */
  readonly of: string;
  readonly pages: Pages;
  /** Leads to the next older page; null at the end. */
  readonly older: string | null;
  readonly isLoading?: boolean;
}

/** The ways through a list, newest first; absent while one page holds everything. */
export function Pager({ of, pages, older, isLoading = false }: PagerProps) {
  const ref = useRef<HTMLElement>(null);
  if (pages.number === 1 && older === null) return null;
  const follow = (go: () => void) => () => {
    go();
    // The next page begins where this one did, not where its last row was.
    ref.current?.closest("section")?.scrollIntoView({ block: "start" });
  };
  return (
    <nav
      ref={ref}
      aria-label={`Pages of ${of}`}
      className="mt-4 flex flex-wrap items-center justify-between gap-2 border-line border-t pt-4"
    >
      <p aria-live="polite" className="text-faint text-sm">
        Page {pages.number}
      </p>
      <div className="flex gap-2">
        {pages.number > 2 && (
          <Button size="sm" variant="ghost" onClick={follow(pages.toNewest)} aria-label="Newest">
            <ChevronsLeft className="size-4" aria-hidden="true" />
            <span className="hidden sm:inline">Newest</span>
          </Button>
        )}
        <ActionButton size="sm" isResting={pages.number === 1} onClick={follow(pages.toNewer)}>
          <ChevronLeft className="size-4" aria-hidden="true" />
          Newer
        </ActionButton>
        <ActionButton
          size="sm"
          isResting={older === null || isLoading}
          onClick={follow(() => older !== null && pages.toOlder(older))}
        >
          Older
          <ChevronRight className="size-4" aria-hidden="true" />
        </ActionButton>
      </div>
    </nav>
  );
}
