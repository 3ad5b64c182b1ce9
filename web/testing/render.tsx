import "#web/testing/query-errors.ts";
import "#web/testing/quick-styles.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, vi } from "vitest";
import type { CurrentUser } from "#domain/features/players/contract.ts";
import { App } from "#web/app.tsx";
import { forgetUnderWay } from "#web/lib/api/once.ts";
import { forgetPosition } from "#web/lib/api/position.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { currentUserQuery } from "#web/lib/api/session.ts";
import { createLive, LiveContext } from "#web/lib/live/live.ts";
import { SiteContext } from "#web/lib/site.ts";
import { toasts } from "#web/lib/toast.ts";
import { site } from "#web/site.ts";
import { Toaster } from "#web/ui/floating/toaster.tsx";

/** A page may have to be compiled first, on a machine that is busy with its neighbours. */
const PAGE_TIMEOUT_MS = 30_000;
configure({ asyncUtilTimeout: PAGE_TIMEOUT_MS });
vi.setConfig({ testTimeout: 3 * PAGE_TIMEOUT_MS });

// jsdom lays nothing out: these have nothing to report there, but must exist.
class NoResizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoResizes;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  toasts.set([]);
  forgetPosition();
  forgetUnderWay();
});

function createPage() {
  const live = createLive();
  return { live, queryClient: createQueryClient(live) };
}

/** Opens the whole site at an address. */
export function renderSite(address: string) {
  window.history.replaceState(null, "", address);
  const page = createPage();
  return { ...page, ...render(<App {...page} />) };
}

/** Shows one page or part as the signed-in player sees it. */
export function renderAs(user: CurrentUser, shown: ReactElement) {
  const page = createPage();
  page.queryClient.setQueryData(currentUserQuery.queryKey, user);
  const view = render(
    <SiteContext value={site}>
      <LiveContext value={page.live}>
        <QueryClientProvider client={page.queryClient}>
          {shown}
          <Toaster />
        </QueryClientProvider>
      </LiveContext>
    </SiteContext>,
  );
  return { ...page, ...view };
}
