import { AdminLink, Identity, LogoutButton } from "#web/layout/account.tsx";
import { NavLinks } from "#web/layout/nav-links.tsx";
import { SoundControl } from "#web/layout/sound-control.tsx";
import type { CurrentUser } from "#web/lib/session.ts";
import { Dialog } from "#web/ui/dialog.tsx";

interface MobileMenuProps {
  readonly user: CurrentUser;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The header's contents as a sheet, where the header has no room for them. */
export default function MobileMenu({ user, open, onOpenChange }: MobileMenuProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Menu" place="right">
      <nav aria-label="Main" className="-mx-2 flex flex-col gap-1">
        <NavLinks look="list" onFollow={() => onOpenChange(false)} />
      </nav>
      <div className="mt-6 flex items-center justify-between gap-2 border-line border-t pt-4">
        <span className="text-muted text-sm">Sound</span>
        <SoundControl />
      </div>
      <div className="mt-4 flex items-center justify-between gap-2 border-line border-t pt-5">
        <Identity user={user} onFollow={() => onOpenChange(false)} />
        <span className="flex">
          <AdminLink user={user} onFollow={() => onOpenChange(false)} />
          <LogoutButton />
        </span>
      </div>
    </Dialog>
  );
}
