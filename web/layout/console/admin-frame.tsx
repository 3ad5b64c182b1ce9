import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import { cx } from "#web/lib/cx.ts";
import { useSite } from "#web/lib/site.ts";

interface AdminFrameProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every admin screen: navigation and heading. */
export function AdminFrame({ title, description, actions, children }: AdminFrameProps) {
  const [path] = useLocation();
  const [isUnfolded, setUnfolded] = useState(false);
  const { console: screens, consoleTools } = useSite();
  // The longest address that the current one begins with: a player's file belongs to the players.
  const current = screens
    .filter(({ route }) => path === route.path || path.startsWith(`${route.path}/`))
    .toSorted((a, b) => b.route.path.length - a.route.path.length)[0];
  return (
    <>
      <Parts of={consoleTools} />
      <nav
        aria-label="Admin console"
        className="mb-6 grid grid-cols-2 xs:grid-cols-3 gap-1 rounded-control border border-line bg-sunken p-1 sm:grid-cols-6 lg:flex lg:flex-wrap"
      >
        {screens.map((screen) => (
          <Link
            key={screen.route.path}
            href={screen.route.path}
            aria-current={screen === current ? "page" : undefined}
            className={cx(
              "inline-flex min-h-11 items-center justify-center whitespace-nowrap rounded-lg px-1 font-medium text-sm transition-colors sm:px-3",
              screen === current ? "picked" : "text-muted hover:text-ink",
              // On a phone it would otherwise fill the first view.
              screen !== current && !isUnfolded && "max-sm:hidden",
            )}
          >
            {screen.label}
          </Link>
        ))}
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="inline-flex min-h-11 items-center justify-center gap-1 rounded-lg font-medium text-muted text-sm hover:text-ink sm:hidden"
        >
          {isUnfolded ? "Fewer" : "All screens"}
          <ChevronDown className={cx("size-4", isUnfolded && "rotate-180")} aria-hidden="true" />
        </button>
      </nav>
      <PageHeading title={title} description={description} actions={actions} />
      <div className="space-y-6">{children}</div>
    </>
  );
}
