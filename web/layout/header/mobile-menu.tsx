import { AdminLink, LogoutButton } from "#web/layout/header/account.tsx";
import { AccountPages } from "#web/layout/header/account-menu.tsx";
import { NavLinks } from "#web/layout/header/nav-links.tsx";
import { SoundControl } from "#web/layout/header/sound-control.tsx";
import { type CurrentUser, displayName } from "#web/lib/api/session.ts";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";

interface MobileMenuProps {
  readonly user: CurrentUser;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The header's contents as a sheet, where the header has no room for them. */
export default function MobileMenu({ user, open, onClose }: MobileMenuProps) {
  const name = displayName(user);
  return (
    <Dialog open={open} onClose={onClose} title="Menu" place="right">
      <nav aria-label="Main" className="-mx-2 flex flex-col gap-1">
        <NavLinks onFollow={onClose} />
      </nav>
      <div className="mt-6 flex items-center justify-between gap-2 border-line border-t pt-4">
        <span className="text-muted text-sm">Sound</span>
        <SoundControl />
      </div>
      <div className="-mx-2 mt-4 border-line border-t pt-4">
        <AccountPages onFollow={onClose} />
      </div>
      <div className="mt-4 flex items-center justify-between gap-2 border-line border-t pt-5">
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={name} url={user.profileImageUrl} className="size-9" />
          <span className="min-w-0 truncate font-medium text-ink text-sm">{name}</span>
        </span>
        <span className="flex">
          <AdminLink user={user} onFollow={onClose} />
          <LogoutButton />
        </span>
      </div>
    </Dialog>
  );
}
