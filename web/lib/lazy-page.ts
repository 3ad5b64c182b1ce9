import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** A page that is loaded when it is first shown, or earlier when one is about to go there. */
export interface LazyPage {
  readonly View: LazyExoticComponent<ComponentType>;
  readonly preload: () => void;
}

/**
 * Wraps a page module whose default export is the page. @example lazyPage(() =>
 * import("#web/features/ledger/page.tsx"))
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  return {
    View: lazy(load),
    preload: () => {
      // A failure is met again, and shown, when the page itself is opened.
      load().catch(() => undefined);
    },
  };
}
