import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { unreadQuery } from "#web/features/notifications/queries.ts";
import { countText } from "#web/features/notifications/unread-count.tsx";

const loadSheet = () => import("#web/features/notifications/sheet.tsx");
const Sheet = lazy(loadSheet);

/** Says how much is new, and opens the list. */
export default function Bell() {
  const { data } = useQuery(unreadQuery);
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const count = data?.count ?? 0;
  return (
    <>
      <button
        type="button"
        aria-label={count === 0 ? "Notifications" : `Notifications, ${countText(count)} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadSheet()}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className="relative grid size-11 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-ink"
      >
        <BellIcon className="size-5" aria-hidden="true" />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 font-bold text-[0.6875rem] text-ground tabular-nums"
          >
            {countText(count)}
          </span>
        )}
      </button>
      {isWanted && (
        <Suspense fallback={null}>
          <Sheet open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
