import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useLive } from "#web/lib/live/live.ts";
import { useStore } from "#web/lib/store/store.ts";

/** Shorter gaps are not reported. */
const NOTICE_DELAY_MS = 3000;

/** Shown while live updates are interrupted. */
export function ConnectionNotice() {
  const status = useStore(useLive().status);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (status !== "down") return setLong(false);
    const timer = setTimeout(() => setLong(true), NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [status]);
  return (
    <div role="status" className="pointer-events-none fixed bottom-4 left-4 z-30">
      {isLong && (
        <p className="flex animate-rise items-center gap-2.5 rounded-full border border-warn/40 bg-raised px-4 py-2 text-ink text-sm shadow-float">
          <WifiOff className="size-4 shrink-0 text-warn" aria-hidden="true" />
          <span>
            <span className="sr-only sm:not-sr-only">Live updates are interrupted. </span>
            Reconnecting…
          </span>
        </p>
      )}
    </div>
  );
}
