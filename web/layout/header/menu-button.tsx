import { Menu } from "lucide-react";
import { Suspense, startTransition, useState } from "react";
import { NavNews } from "#web/layout/header/nav-links.tsx";
import type { CurrentUser } from "#web/lib/api/session.ts";
import { lazyPage } from "#web/lib/lazy-page.ts";

const menu = lazyPage(() => import("#web/layout/header/mobile-menu.tsx"));

/** Opens the navigation on narrow views. */
export function MenuButton({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  /** Once it is loaded, and without a wait for all of it to be drawn before the press is seen. */
  const show = async () => {
    await menu.preload();
    startTransition(() => {
      setWanted(true);
      setOpen(true);
    });
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void menu.preload()}
        onClick={() => void show()}
        className="-mr-2 relative grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-ink xl:hidden"
      >
        <Menu className="size-6" aria-hidden="true" />
        <span className="sr-only">Open menu</span>
        <NavNews />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <menu.View user={user} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
