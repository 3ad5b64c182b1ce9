import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** A page, or a part of one, that is loaded when it is first shown, or earlier when that is about to happen. */
export interface LazyPage<Props = object> {
  readonly View: LazyExoticComponent<ComponentType<Props>>;
  readonly preload: () => void;
}

/** Wraps a module whose default export is the page. @example lazyPage(() => import("…/page.tsx")) */
export function lazyPage<Props = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPage<Props> {
  return {
    View: lazy(load),
    preload: () => {
      // A failure is met again, and shown, when the page itself is opened.
      load().catch(() => undefined);
    },
  };
}
