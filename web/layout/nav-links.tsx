import { Link, useLocation } from "wouter";
import { cx } from "#web/lib/cx.ts";
import { type LinkedPage, preload, useSite } from "#web/lib/site.ts";

const LOOKS = {
  bar: "rounded-lg px-2 py-2 text-sm",
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

/** The links to every page of the navigation, the current one marked. */
export function NavLinks({ look, onFollow }: NavLinksProps) {
  return useSite().header.map((link) => (
    <NavLink key={link.route.path} link={link} look={look} {...(onFollow && { onFollow })} />
  ));
}
