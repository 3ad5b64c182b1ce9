import { WifiOff } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLive } from "#web/lib/live/live.ts";
import { KEEP_CLEAR } from "#web/lib/page/keep-clear.ts";
import { useStore } from "#web/lib/store/store.ts";

/** Shorter gaps are not reported. */
const NOTICE_DELAY_MS = 3000;

const CHANGES = ["online", "offline"] as const;

function onChange(changed: () => void): () => void {
  for (const name of CHANGES) window.addEventListener(name, changed);
  return () => {
    for (const name of CHANGES) window.removeEventListener(name, changed);
  };
}

/** The place at the foot of the view of what nothing else may cover. */
export const FOOT_ID = "foot";

/** Shown while live updates are interrupted, or the device is offline: a stream may not notice that for minutes. */
export function ConnectionNotice() {
  const status = useStore(useLive().status);
  const [isLong, setLong] = useState(false);
  const isOnline = useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  );
  const isDown = status === "down" || !isOnline;
  useEffect(() => {
    if (!isDown) return setLong(false);
    const timer = setTimeout(() => setLong(true), NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isDown]);
  return (
    <div
      id={FOOT_ID}
      {...KEEP_CLEAR}
      className="pointer-events-none fixed bottom-4 left-4 z-40 grid justify-items-start max-sm:in-[:has(.is-aboard)]:bottom-24"
    >
      <div role="status" className="not-last:pb-2">
        {isLong && (
          <p className="flex animate-rise items-center gap-2.5 rounded-full border border-warn/40 bg-raised px-4 py-2 text-ink text-sm shadow-float">
            <WifiOff className="size-4 shrink-0 text-warn" aria-hidden="true" />
            {isOnline ? (
              <span>
                <span className="sr-only sm:not-sr-only">Live updates are interrupted. </span>
                Reconnecting…
              </span>
            ) : (
              "You are offline."
            )}
          </p>
        )}
      </div>
    </div>
  );
}
