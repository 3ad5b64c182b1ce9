import { type ComponentType, createElement, lazy, useState } from "react";

/** A page, or a part of one, that is loaded when it is first shown, or earlier when that is about to happen. */
export interface LazyPage<Props = object> {
  readonly View: ComponentType<Props>;
  /** What stands at the top of the page whoever looks at it; undefined until the module has loaded. */
  readonly first: () => ComponentType | undefined;
  /** Resolves once the module has loaded or failed to load. A failure is shown when the page itself is opened. */
  readonly preload: () => Promise<void>;
}

/** Wraps a module whose default export is the page. @example lazyPage(() => import("…/page.tsx")) */
export function lazyPage<Props extends object = object>(
  load: () => Promise<{ readonly default: ComponentType<Props>; readonly First?: ComponentType }>,
): LazyPage<Props> {
  let page: ComponentType<Props> | null = null;
  let first: ComponentType | undefined;
  const loading = async () => {
    const loaded = await load();
    page = loaded.default;
    first = loaded.First;
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
    first: () => first,
    preload: () =>
      loading().then(
        () => undefined,
        () => undefined,
      ),
  };
}
