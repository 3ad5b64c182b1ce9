import { Suspense } from "react";
import { Link } from "wouter";
import { AdminLink, HeaderBalance, LogoutButton } from "#web/layout/header/account.tsx";
import { AccountMenu } from "#web/layout/header/account-menu.tsx";
import { Logo } from "#web/layout/header/logo.tsx";
import { MenuButton } from "#web/layout/header/menu-button.tsx";
import { NavBar } from "#web/layout/header/nav-links.tsx";
import { SignInButton } from "#web/layout/header/sign-in-button.tsx";
import { SoundControl } from "#web/layout/header/sound-control.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import type { CurrentUser, Session } from "#web/lib/api/session.ts";
import { useSite } from "#web/lib/site.ts";

function PlayerHeader({ user }: { user: CurrentUser }) {
  const { headerTools } = useSite();
  return (
    <>
      <nav aria-label="Main" className="hidden items-center gap-0.5 xl:flex">
        <NavBar />
      </nav>
      <div className="ml-auto flex items-center gap-2 sm:gap-3">
        <div className="hidden xl:block">
          <SoundControl isFolded />
        </div>
        <HeaderBalance user={user} />
        {/* Reserves the width of its tools, 2.75rem each. */}
        <div className="-mx-1 flex" style={{ minWidth: `${headerTools.length * 2.75}rem` }}>
          <Suspense fallback={null}>
            <Parts of={headerTools} />
          </Suspense>
        </div>
        <div className="hidden items-center gap-1 xl:flex">
          <AccountMenu user={user} />
          <AdminLink user={user} />
          <LogoutButton />
        </div>
        <MenuButton user={user} />
      </div>
    </>
  );
}

/** The bar at the top of every page. */
export function Header({ session }: { session: Session }) {
  // Of a player's header the word takes the room, once it is there.
  const isPlayers = session.status === "signed-in" || (session.status === "loading" && session.expected);
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-ground/85 backdrop-blur-md">
      <div className="mx-auto flex h-(--header) max-w-7xl items-center gap-4 px-4 sm:px-6 xl:gap-5">
        <Link href="/" aria-label="Florin, home" className="inline-flex min-h-11 items-center rounded-lg">
          <Logo wordClassName={isPlayers ? "hidden xs:inline" : ""} />
        </Link>
        {session.status === "signed-in" && <PlayerHeader user={session.user} />}
        {session.status === "signed-out" && (
          <div className="ml-auto">
            <SignInButton size="sm" />
          </div>
        )}
      </div>
    </header>
  );
}
