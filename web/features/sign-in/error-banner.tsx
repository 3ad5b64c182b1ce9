import { CircleAlert, Info, X } from "lucide-react";
import { useEffect, useState } from "react";
import { signInErrorOf } from "#web/features/sign-in/sign-in-error.ts";
import { cx } from "#web/lib/cx.ts";

/** Shows once why a sign-in failed or was cancelled: the address is cleaned, so a reload does not repeat it. */
export function ErrorBanner() {
  const [error, setError] = useState(() => signInErrorOf(window.location.search));
  useEffect(() => {
    if (signInErrorOf(window.location.search) === null) return;
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, []);
  if (error === null) return null;
  const { sentence, isCancelled } = error;
  const Icon = isCancelled ? Info : CircleAlert;
  return (
    <div
      role={isCancelled ? "status" : "alert"}
      className={cx(
        "mb-6 flex animate-rise items-center gap-3 rounded-control border py-2 pr-2 pl-4 text-ink",
        isCancelled ? "border-line-strong bg-raised/60" : "border-loss/50 bg-loss-deep",
      )}
    >
      <Icon className={cx("size-5 shrink-0", isCancelled ? "text-muted" : "text-loss")} aria-hidden="true" />
      <p className="grow text-sm">{sentence}</p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => setError(null)}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:text-ink"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
