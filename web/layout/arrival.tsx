import { useEffect } from "react";

const SITE_NAME = "Florin";
let visits = 0;

/**
 * Names the document after the page and moves focus to its heading. It stands beside the page inside its
 * suspense boundary, so that it runs once the page is there; the first page of a visit leaves focus alone.
 */
export function Arrival({ title }: { title: string }) {
  useEffect(() => {
    document.title = title === SITE_NAME ? title : `${title} · ${SITE_NAME}`;
    visits += 1;
    if (visits === 1) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("h1[tabindex='-1']")?.focus({ preventScroll: true });
  }, [title]);
  return null;
}
