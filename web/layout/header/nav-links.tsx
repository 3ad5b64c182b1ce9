import { Link, useLocation } from "wouter";
import { HeaderMenu } from "#web/layout/header/header-menu.tsx";
import { cx } from "#web/lib/cx.ts";
import { type LinkedPage, preload, useSite } from "#web/lib/site.ts";

const LOOKS = {
  bar: "rounded-lg px-2 py-2 text-sm",
  menu: "flex min-h-11 items-center rounded-control px-3 text-sm hover:bg-raised",
  list: "flex min-h-12 items-center rounded-control px-4 text-base",
} as const;

function NavLink({ link: { label, route, Count }, look, onFollow }: { link: LinkedPage } & NavLinksProps) {
  const [path] = useLocation();
  const site = useSite();
  const load = () => preload(site, route);
  const isCurrent = path === route.path;
  return (
    <Link
      href={route.path}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onFollow}
      onPointerEnter={load}
      onFocus={load}
      className={cx(
        "font-medium transition-colors",
        LOOKS[look],
        isCurrent ? "bg-raised text-ink" : "text-muted hover:text-ink",
      )}
    >
      {label}
      {Count && <Count />}
    </Link>
  );
}

interface NavLinksProps {
  readonly look: keyof typeof LOOKS;
  readonly onFollow?: () => void;
}

const NavList = ({ links, ...props }: { links: readonly LinkedPage[] } & NavLinksProps) =>
  links.map((link) => <NavLink key={link.route.path} link={link} {...props} />);

/** The links to every page of the navigation, one below the other, the current one marked. */
export const NavLinks = ({ onFollow }: { onFollow: () => void }) => (
  <NavList links={useSite().header} look="list" onFollow={onFollow} />
);

/** The links of the navigation in one line: the most wanted ones, and a menu with all others. */
export function NavBar() {
  const { header, further } = useSite();
  const [path] = useLocation();
  const current = further.find(({ route }) => route.path === path);
  return (
    <>
      <NavList links={header.filter((link) => !further.includes(link))} look="bar" />
      {further.length > 0 && (
        <HeaderMenu
          edge="left"
          buttonClassName={cx(
            "gap-1 rounded-lg px-2 py-2 font-medium text-sm transition-colors",
            current ? "bg-raised text-ink" : "text-muted hover:text-ink",
          )}
          button={
            <>
              More
              {current && <span className="sr-only">, current page: {current.label}</span>}
            </>
          }
        >
          {(close) => <NavList links={further} look="menu" onFollow={close} />}
        </HeaderMenu>
      )}
    </>
  );
}

/** The first unread count of the navigation, on the button that opens it where there is no bar. */
export function NavNews() {
  const counts = useSite().header.flatMap(({ route, Count }) => (Count ? [{ path: route.path, Count }] : []));
  return (
    <span className="absolute -top-0.5 -right-0.5 scale-90 [&>*:not(:first-child)]:hidden">
      {counts.map(({ path, Count }) => (
        <Count key={path} />
      ))}
    </span>
  );
}
