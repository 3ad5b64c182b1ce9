import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, Suspense, useId, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { Parts } from "#web/layout/parts.tsx";
import { cx } from "#web/lib/cx.ts";
import type { CurrentUser } from "#web/lib/session.ts";
import { displayName } from "#web/lib/session.ts";
import { preload, useSite } from "#web/lib/site.ts";
import { Avatar } from "#web/ui/avatar.tsx";

export const accountLinkClass =
  "flex min-h-11 items-center rounded-control px-3 font-medium text-muted text-sm transition-colors hover:bg-raised hover:text-ink";

/** What belongs to the player's own account: how far they have come, and the ways to its pages. */
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
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const name = displayName(user);
  const close = () => setOpen(false);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !isOpen) return;
    close();
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what bubbles from the menu, and is no control itself
    <div
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control px-1"
      >
        <Avatar name={name} url={user.profileImageUrl} className="size-9" />
        <span className="max-w-24 truncate font-medium text-ink text-sm">{name}</span>
        <span className="sr-only">, your account</span>
        <ChevronDown className="size-4 text-muted" aria-hidden="true" />
      </button>
      {isOpen && (
        <div
          id={id}
          // Takes the focus of a click beside its links, which would close it otherwise.
          tabIndex={-1}
          className="absolute top-full right-0 z-40 mt-2 w-72 animate-fade-in rounded-card border border-line-strong bg-panel p-2 shadow-float outline-none"
        >
          <AccountPages onFollow={close} />
        </div>
      )}
    </div>
  );
}
