import type { QueryKey } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

const STORAGE_KEY = "florin.read";

/** What is read in one window and counted in all of them. */
export type ReadThing = "chat" | "notifications";

/** Tells the other windows of this browser that something has been read here. */
export function tellOtherWindows(what: ReadThing): void {
  try {
    // Windows are notified only of changed values.
    localStorage.setItem(STORAGE_KEY, JSON.stringify([what, Date.now(), Math.random()]));
  } catch {
    // Without storage nothing is shared; other windows recount when an event arrives.
  }
}

const isTold = (text: string | null, what: ReadThing): boolean => text?.startsWith(`["${what}"`) === true;

/** Asks for these answers again when something has been read in another window. The keys must stay the same objects. */
export function useReadElsewhere(what: ReadThing, keys: readonly QueryKey[]): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key !== STORAGE_KEY || !isTold(newValue, what)) return;
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
    };
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  }, [queryClient, what, keys]);
}
