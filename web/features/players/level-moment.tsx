import { Sparkles } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useUser } from "#web/lib/api/session.ts";
import { displaySettings } from "#web/lib/store/display-settings.ts";
import { useStore } from "#web/lib/store/store.ts";

/** How long a new level is shown, in milliseconds. */
const SHOWN_MS = 5_000;

/** Briefly shows a reached level, without interrupting. Can be turned off. */
export default function LevelMoment() {
  const { level } = useUser();
  const { showsLevelUps } = useStore(displaySettings);
  const known = useRef(level);
  const [reached, setReached] = useState<number | null>(null);
  useEffect(() => {
    if (level > known.current) setReached(level);
    known.current = level;
  }, [level]);
  useEffect(() => {
    if (reached === null) return;
    const timer = setTimeout(() => setReached(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [reached]);
  return (
    // Below the header, and on phones below a toast: at the foot it covered what a bet pays.
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-28 z-20 flex justify-center px-4 sm:top-20"
    >
      {showsLevelUps && reached !== null && (
        <p className="flex animate-rise items-center gap-2 rounded-full border border-accent/40 bg-raised px-4 py-2 font-medium text-ink text-sm shadow-float">
          <Sparkles className="size-4 text-accent" aria-hidden="true" />
          Level {reached}
        </p>
      )}
    </div>
  );
}
