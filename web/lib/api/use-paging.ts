import { type RefObject, useRef, useState } from "react";

/** The position in a fully loaded list, and the way to its other pages. */
export interface Paging<T> {
  readonly shown: readonly T[];
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly turnTo: (page: number) => void;
  /** Back to the first page, without a move of the view. */
  readonly restart: () => void;
  /** Where the list begins: turning goes there. */
  readonly top: RefObject<HTMLDivElement | null>;
}

/** Shows a long list page by page. A list that became shorter is on its last page. */
export function usePaging<T>(items: readonly T[], perPage: number): Paging<T> {
  const [wanted, setWanted] = useState(1);
  const top = useRef<HTMLDivElement>(null);
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const page = Math.min(wanted, pages);
  return {
    shown: items.slice((page - 1) * perPage, page * perPage),
    page,
    pages,
    turnTo: (next) => {
      setWanted(next);
      top.current?.scrollIntoView({ block: "start" });
    },
    restart: () => setWanted(1),
    top,
  };
}
