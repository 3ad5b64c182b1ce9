import { type QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { matchRoute, Route, Switch, useLocation, useRouter } from "wouter";
import { ErrorBoundary } from "#web/layout/error-boundary.tsx";
import { Shell } from "#web/layout/shell.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import { currentUserQuery, type Session, useSession } from "#web/lib/api/session.ts";
import type { PageRoute } from "#web/lib/feature.ts";
import { type Live, LiveContext, useLiveStream } from "#web/lib/live/live.ts";
import { followRefusedForms } from "#web/lib/page/refused-forms.ts";
import { pagesFor, preload, preloadFor, SiteContext, useSite } from "#web/lib/site.ts";
import { displaySettings } from "#web/lib/store/display-settings.ts";
import { useStore } from "#web/lib/store/store.ts";
import { site } from "#web/site.ts";
import { PageSpinner } from "#web/ui/spinner.tsx";

const SITE_NAME = "Florin";
/** How long the first page is waited for before its place is drawn, in milliseconds. */
const FIRST_PAGE_MS = 1_000;
let visits = 0;

/** Sets the title and focuses the heading of a new page; the first page of a visit leaves focus alone. */
function Arrival({ title }: { title: string }) {
  useEffect(() => {
    document.title = title === SITE_NAME ? title : `${title} · ${SITE_NAME}`;
    visits += 1;
    // The drawing of the document, which the page has replaced.
    document.getElementById("first")?.remove();
    const heading = document.querySelector<HTMLElement>("h1[tabindex='-1']");
    const named = document.getElementById(window.location.hash.slice(1));
    // The part of the page that the address names has the focus instead; the skip link names the whole page.
    if (visits === 1 || (named && !named.contains(heading))) return;
    window.scrollTo(0, 0);
    heading?.focus({ preventScroll: true });
  }, [title]);
  return null;
}

// Its code loads after the page: until then toasts wait in their store.
const Toaster = lazy(async () => ({ default: (await import("#web/ui/floating/toaster.tsx")).Toaster }));

function Page({ route }: { route: PageRoute }) {
  const [path] = useLocation();
  const site = useSite();
  const { View } = route.page;
  useEffect(() => void preload(site, route), [site, route]);
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<PageSpinner />}>
        <View />
        <Arrival title={route.title} />
      </Suspense>
    </ErrorBoundary>
  );
}

function ShownPage({ session, route }: { session: Session; route: PageRoute }) {
  // Visitors' own pages show no live figures, so they need no stream.
  useLiveStream(
    session.status === "signed-in" || (session.status !== "setup-required" && route.access === "everyone"),
  );
  const isAwaited = session.status === "loading" && session.expected && route.access !== "everyone";
  const First = (isAwaited && route.page.first()) || PageSpinner;
  const page = isAwaited ? <First /> : <Page route={route} />;
  if (route.bare) return <main>{page}</main>;
  return <Shell session={session}>{page}</Shell>;
}

/**
 * Whether the first page of a visit can be drawn: its code and what stands above it are loaded, and the API has said
 * who sees it. Until then, but not for long, the document shows its own drawing: that is faster than a spinner and then
 * a page.
 */
function useFirstPage(session: Session): boolean {
  const site = useSite();
  const { parser } = useRouter();
  const [path] = useLocation();
  const queryClient = useQueryClient();
  const [isReady, setReady] = useState(false);
  const audience = session.status === "loading" && !session.expected ? "visitor" : "player";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit has one first page
  useLayoutEffect(() => {
    const draw = () => setReady(true);
    const timer = setTimeout(draw, FIRST_PAGE_MS);
    void Promise.all([
      preloadFor(site, audience, (pattern) => matchRoute(parser, pattern, path)[0]),
      queryClient.prefetchQuery(currentUserQuery),
      ...site.banners.map(({ preload }) => audience === "player" && preload?.(queryClient)),
    ]).then(draw);
    return () => clearTimeout(timer);
  }, []);
  return isReady;
}

function Pages() {
  // These settings format every amount: a change redraws the whole page.
  useStore(displaySettings);
  const session = useSession();
  const site = useSite();
  useEffect(followRefusedForms, []);
  if (!useFirstPage(session)) return null;
  return (
    <>
      <Switch>
        {pagesFor(site, session).map((route) => (
          <Route key={route.path} path={route.path}>
            <ShownPage session={session} route={route} />
          </Route>
        ))}
      </Switch>
      {session.status === "signed-in" && (
        <Suspense fallback={null}>
          <Parts of={site.watchers} />
        </Suspense>
      )}
    </>
  );
}

/** The whole site, given its cache and its live link. */
export function App({ queryClient, live }: { queryClient: QueryClient; live: Live }) {
  return (
    <SiteContext value={site}>
      <LiveContext value={live}>
        <QueryClientProvider client={queryClient}>
          <ErrorBoundary>
            <Pages />
          </ErrorBoundary>
          <Suspense fallback={null}>
            <Toaster />
          </Suspense>
        </QueryClientProvider>
      </LiveContext>
    </SiteContext>
  );
}
