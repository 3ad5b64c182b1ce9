import { ChevronLeft, ChevronRight, ChevronsLeft } from "lucide-react";
import { useRef } from "react";
import type { Pages } from "#web/lib/pages.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";

interface PagerProps {
  /** What is paged through, as in 'Pages of your games'. */
  readonly of: string;
  readonly pages: Pages;
  /** Leads to the next page; null at the end. */
  readonly older: string | null;
  readonly isLoading?: boolean;
  readonly order?: ListOrder;
}

/** What a list begins with; "other" where it is sorted by something else than time. */
export type ListOrder = "newest" | "oldest" | "other";

const WORDS = {
  newest: { first: "Newest", back: "Newer", on: "Older" },
  oldest: { first: "Oldest", back: "Older", on: "Newer" },
  other: { first: "First", back: "Previous", on: "Next" },
} as const satisfies Record<ListOrder, object>;

/** The ways through a list; absent while one page holds everything. */
export function Pager({ of, pages, older, isLoading = false, order = "newest" }: PagerProps) {
  const words = WORDS[order];
  const ref = useRef<HTMLElement>(null);
  if (pages.number === 1 && older === null) return null;
  const follow = (go: () => void) => () => {
    go();
    // The next page starts at the top of the list, not at the last row.
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
          <Button size="sm" variant="ghost" onClick={follow(pages.toNewest)} aria-label={words.first}>
            <ChevronsLeft className="size-4" aria-hidden="true" />
            <span className="hidden sm:inline">{words.first}</span>
          </Button>
        )}
        <ActionButton size="sm" isUnavailable={pages.number === 1} onClick={follow(pages.toNewer)}>
          <ChevronLeft className="size-4" aria-hidden="true" />
          {words.back}
        </ActionButton>
        <ActionButton
          size="sm"
          isUnavailable={older === null || isLoading}
          onClick={follow(() => older !== null && pages.toOlder(older))}
        >
          {words.on}
          <ChevronRight className="size-4" aria-hidden="true" />
        </ActionButton>
      </div>
    </nav>
  );
}
