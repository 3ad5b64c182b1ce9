import { Link, useLocation } from "wouter";
import { cx } from "#web/lib/cx.ts";
import { navigation, type PageRoute } from "#web/routes.tsx";

const LOOKS = {
  bar: "rounded-lg px-2.5 py-2 text-sm",
  list: "flex min-h-12 items-center rounded-control px-4 text-base",
} as const;

function NavLink({ route, look, onFollow }: { route: PageRoute } & NavLinksProps) {
  const [path] = useLocation();
  const isCurrent = path === route.path;
  return (
    <Link
      href={route.path}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onFollow}
      onPointerEnter={route.page.preload}
      onFocus={route.page.preload}
      className={cx(
        "font-medium transition-colors",
        LOOKS[look],
        isCurrent ? "bg-raised text-ink" : "text-muted hover:text-ink",
      )}
    >
      {route.nav}
    </Link>
  );
}

interface NavLinksProps {
  readonly look: keyof typeof LOOKS;
  readonly onFollow?: () => void;
}

/** The links to every page of the navigation, the current one marked. */
export function NavLinks({ look, onFollow }: NavLinksProps) {
  return navigation.map((route) => (
    <NavLink key={route.path} route={route} look={look} {...(onFollow && { onFollow })} />
  ));
}
