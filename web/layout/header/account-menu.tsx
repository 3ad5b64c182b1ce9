import { Suspense } from "react";
import { Link, useLocation } from "wouter";
import { HeaderMenu } from "#web/layout/header/header-menu.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import type { CurrentUser } from "#web/lib/api/session.ts";
import { displayName } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { preload, useSite } from "#web/lib/site.ts";
import { Avatar } from "#web/ui/players/avatar.tsx";

export const accountLinkClass =
  "flex min-h-11 items-center rounded-control px-3 font-medium text-muted text-sm transition-colors hover:bg-raised hover:text-ink";

/** The player's own account: level progress and links to its pages. */
export function AccountPages({ onFollow }: { onFollow: () => void }) {
  const site = useSite();
  const [path] = useLocation();
  return (
    <Suspense fallback={null}>
      <div className="space-y-1">
        <Parts of={site.accountParts} />
        {site.account.map(({ label, route }) => (
          <Link
            key={route.path}
            href={route.path}
            onClick={onFollow}
            onPointerEnter={() => preload(site, route)}
            aria-current={path === route.path ? "page" : undefined}
            className={cx(accountLinkClass, path === route.path && "bg-raised text-ink")}
          >
            {label}
          </Link>
        ))}
      </div>
    </Suspense>
  );
}

/** Picture and name of the signed-in player, which open the menu of the account. */
export function AccountMenu({ user }: { user: CurrentUser }) {
  const name = displayName(user);
  return (
    <HeaderMenu
      edge="right"
      buttonClassName="min-h-11 gap-2 rounded-control px-1"
      button={
        <>
          <Avatar name={name} url={user.profileImageUrl} className="size-9" />
          <span className="max-w-24 truncate font-medium text-ink text-sm">{name}</span>
          <span className="sr-only">, your account</span>
        </>
      }
    >
      {(close) => <AccountPages onFollow={close} />}
    </HeaderMenu>
  );
}
