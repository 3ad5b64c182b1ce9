import { Suspense } from "react";
import { lazyPage } from "#web/lib/lazy-page.ts";

const panel = lazyPage(() => import("#web/features/chat/panel.tsx"));

/** The chat beside every page, loaded after the page. */
export const LazyChatPanel = () => (
  <Suspense fallback={null}>
    <panel.View />
  </Suspense>
);
