import { useSyncExternalStore } from "react";

function onChange(tell: () => void): () => void {
  document.addEventListener("visibilitychange", tell);
  return () => document.removeEventListener("visibilitychange", tell);
}

/** Whether the page can be seen: not in the background, not minimized. */
export const useVisible = (): boolean => useSyncExternalStore(onChange, () => !document.hidden);
