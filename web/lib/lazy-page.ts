import { type ComponentType, createElement, lazy, useState } from "react";

/** A page, or a part of one, that is loaded when it is first shown, or earlier when that is about to happen. */
export interface LazyPage<Props = object> {
  readonly View: ComponentType<Props>;
  /** Ends once it is there, or cannot be had: that is met again, and shown, when the page itself is opened. */
  readonly preload: () => Promise<void>;
}

/** Wraps a module whose default export is the page. @example lazyPage(() => import("…/page.tsx")) */
export function lazyPage<Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPage<Props> {
  let page: ComponentType<Props> | null = null;
  const loading = async () => {
    const loaded = await load();
    page = loaded.default;
    return loaded;
  };
  const Later: ComponentType<Props> = lazy(loading);
  return {
    // What is there is shown at once: of what is awaited, React shows the fallback for 300 ms at least.
    // biome-ignore lint/correctness/noComponentHookFactories: pages are wrapped once, where features are declared
    View: function View(props) {
      const [Page] = useState(() => page ?? Later);
      return createElement(Page, props);
    },
    preload: () =>
      loading().then(
        () => undefined,
        () => undefined,
      ),
  };
}
