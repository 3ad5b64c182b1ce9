import { LogOut, ShieldUser } from "lucide-react";
import { Link } from "wouter";
import type { CurrentUser } from "#web/lib/api/session.ts";
import { bothExactly, readMoney } from "#web/lib/format.ts";
import { LOGOUT_PATH, leaveTo } from "#web/lib/page/leave.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Rounded } from "#web/ui/charts/rounded.tsx";

/** RBX and TIX together, rounded to a whole number. */
export function HeaderBalance({ user }: { user: CurrentUser }) {
  const [rbx, tix] = [readMoney(user.rbxBalance), readMoney(user.tixBalance)];
  return (
    <span
      data-testid="header-balance"
      className="inline-flex min-h-10 items-center gap-1.5 rounded-full border border-line-strong bg-sunken px-4 font-semibold text-ink text-sm"
    >
      <span className="sr-only">Balance</span>
      <Rounded as="whole" amount={rbx + tix} currency="RBX" detail={bothExactly(rbx, tix)} />
      <span className="font-medium text-muted text-xs">RBX</span>
    </span>
  );
}

interface AccountLinkProps {
  readonly user: CurrentUser;
  readonly onFollow?: () => void;
}

/** Leads admins to their console; nothing for others. */
export function AdminLink({ user, onFollow }: AccountLinkProps) {
  if (!user.roles.includes("admin")) return null;
  return (
    <Link
      href="/admin"
      aria-label="Admin"
      title="Admin console"
      onClick={onFollow}
      className={buttonClass({ variant: "ghost", size: "sm" })}
    >
      <ShieldUser className="size-4" aria-hidden="true" />
      <span className="xl:hidden">Admin</span>
    </Link>
  );
}

/** Ends the session. */
export function LogoutButton() {
  return (
    <Button variant="ghost" size="sm" onClick={() => leaveTo(LOGOUT_PATH)}>
      <LogOut className="size-4" aria-hidden="true" />
      Logout
    </Button>
  );
}
