import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { ADMIN_SCREENS } from "#web/layout/admin-screens.ts";
import { AdminSearch } from "#web/layout/admin-search.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { cx } from "#web/lib/cx.ts";

interface AdminFrameProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const SCREENS: readonly { readonly path: string; readonly nav: string }[] = Object.values(ADMIN_SCREENS);

/** What stands around every screen of the admin console: the ways to the others, and its own heading. */
export function AdminFrame({ title, description, actions, children }: AdminFrameProps) {
  const [path] = useLocation();
  // The longest address that the current one begins with: a player's file belongs to the players.
  const current = SCREENS.filter(
    (screen) => path === screen.path || path.startsWith(`${screen.path}/`),
  ).toSorted((a, b) => b.path.length - a.path.length)[0];
  return (
    <>
      <AdminSearch />
      <nav
        aria-label="Admin console"
        className="mb-6 grid grid-cols-3 gap-1 rounded-control border border-line bg-sunken p-1 sm:grid-cols-6 lg:flex"
      >
        {SCREENS.map((screen) => (
          <Link
            key={screen.path}
            href={screen.path}
            aria-current={screen === current ? "page" : undefined}
            className={cx(
              "inline-flex min-h-10 items-center justify-center whitespace-nowrap rounded-lg px-1 font-medium text-sm transition-colors sm:px-3",
              screen === current ? "bg-raised text-ink shadow-card" : "text-muted hover:text-ink",
            )}
          >
            {screen.nav}
          </Link>
        ))}
      </nav>
      <PageHeading title={title} description={description} actions={actions} />
      <div className="space-y-6">{children}</div>
    </>
  );
}
