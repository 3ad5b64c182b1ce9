import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import { ADMIN_PATH } from "#web/layout/admin-screens.ts";
import { Arrival } from "#web/layout/arrival.tsx";
import { ErrorBoundary } from "#web/layout/error-boundary.tsx";
import { Shell } from "#web/layout/shell.tsx";
import { type Live, LiveContext, useLiveStream } from "#web/lib/live.ts";
import { isAdmin, type Session, useSession } from "#web/lib/session.ts";
import {
  adminRoutes,
  landingRoute,
  notFoundRoute,
  type PageRoute,
  routesFor,
  setupRoute,
} from "#web/routes.tsx";
import { PageSpinner } from "#web/ui/spinner.tsx";

// Their code loads after the page: a toast waits in its store until the toaster is there.
const Toaster = lazy(async () => ({ default: (await import("#web/ui/toaster.tsx")).Toaster }));
const NewsWatcher = lazy(() => import("#web/features/notifications/news-watcher.tsx"));
const ResultWatcher = lazy(() => import("#web/features/live-coinflips/result-watcher.tsx"));

function Page({ route }: { route: PageRoute }) {
  const [path] = useLocation();
  const { View } = route.page;
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
  const page = isAwaited ? <PageSpinner label="Loading..." /> : <Page route={route} />;
  if (route.bare) return <main>{page}</main>;
  return <Shell session={session}>{page}</Shell>;
}

function Site() {
  const session = useSession();
  if (session.status === "setup-required") return <ShownPage session={session} route={setupRoute} />;
  const audience = session.status === "signed-in" ? "player" : "visitor";
  const otherwise = audience === "player" ? notFoundRoute : landingRoute;
  const shown = [...routesFor(audience), ...(isAdmin(session) ? adminRoutes : [])];
  return (
    <>
      <Switch>
        {shown.map((route) => (
          <Route key={route.path} path={route.path}>
            <ShownPage session={session} route={route} />
          </Route>
        ))}
        <Route path={`${ADMIN_PATH}/*?`}>
          <ShownPage session={session} route={notFoundRoute} />
        </Route>
        <Route>
          <ShownPage session={session} route={otherwise} />
        </Route>
      </Switch>
      {session.status === "signed-in" && (
        <Suspense fallback={null}>
          <ResultWatcher />
          <NewsWatcher />
        </Suspense>
      )}
    </>
  );
}

/** The whole site, given its cache and its live link. */
export function App({ queryClient, live }: { queryClient: QueryClient; live: Live }) {
  return (
    <LiveContext value={live}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <Site />
        </ErrorBoundary>
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      </QueryClientProvider>
    </LiveContext>
  );
}
