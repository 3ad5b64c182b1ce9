import { Link, useLocation } from "wouter";
import { accountLinkClass } from "#web/layout/header/account-menu.tsx";
import { useUser } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";

/** Leads to the profile as others may see it. */
export default function OwnProfileLink() {
  const path = `/players/${useUser().id}`;
  const isCurrent = useLocation()[0] === path;
  return (
    <Link
      href={path}
      aria-current={isCurrent ? "page" : undefined}
      className={cx(accountLinkClass, isCurrent && "bg-raised text-ink")}
    >
      Your profile
    </Link>
  );
}
