import { CircleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
import { signInErrorOf } from "#web/features/sign-in/sign-in-error.ts";

/** Tells why sign-in failed, once: the address is cleaned, so that a reload or a shared link does not tell it again. */
export function ErrorBanner() {
  const [sentence, setSentence] = useState(() => signInErrorOf(window.location.search));
  useEffect(() => {
    if (signInErrorOf(window.location.search) === null) return;
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, []);
  if (sentence === null) return null;
  return (
    <div
      role="alert"
      className="mb-6 flex animate-rise items-center gap-3 rounded-control border border-loss/50 bg-loss-deep py-2 pr-2 pl-4 text-ink"
    >
      <CircleAlert className="size-5 shrink-0 text-loss" aria-hidden="true" />
      <p className="grow text-sm">{sentence}</p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => setSentence(null)}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:text-ink"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
