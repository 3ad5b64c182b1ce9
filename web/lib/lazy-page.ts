import { type ComponentType, createElement, lazy, useState } from "react";

/** A page, or a part of one, that is loaded when it is first shown, or earlier when that is about to happen. */
export interface LazyPage<Props = object> {
  readonly View: ComponentType<Props>;
  /** Resolves once the module has loaded or failed to load. A failure is shown when the page itself is opened. */
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
    // A loaded module is rendered without suspending: React shows a fallback for at least 300 ms.
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
