import { Menu } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { NavNews } from "#web/layout/header/nav-links.tsx";
import type { CurrentUser } from "#web/lib/api/session.ts";

const loadMenu = () => import("#web/layout/header/mobile-menu.tsx");
const MobileMenu = lazy(loadMenu);

/** Opens the navigation on narrow views. */
export function MenuButton({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void loadMenu()}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className="-mr-2 relative grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-ink xl:hidden"
      >
        <Menu className="size-6" aria-hidden="true" />
        <span className="sr-only">Open menu</span>
        <NavNews />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <MobileMenu user={user} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
