import { Suspense } from "react";
import { lazyPage } from "#web/lib/lazy-page.ts";

const bar = lazyPage(() => import("#web/features/responsible-play/session-bar.tsx"));

/** The bar of the session of play, loaded after the page; its place is kept meanwhile. */
export const LazySessionBar = () => (
  <Suspense fallback={<div className="h-12" />}>
    <bar.View />
  </Suspense>
);
