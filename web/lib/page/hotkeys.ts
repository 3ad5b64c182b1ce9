import { useEffect, useRef } from "react";
import { keptStore } from "#web/lib/store/kept-store.ts";

/** What a key does, by the key. */
export type Hotkeys = Readonly<Record<string, () => void>>;

const TYPING = "input, textarea, select, [contenteditable='true']";
/** What Space and Enter press by themselves. */
const PRESSABLE = "a, button, summary, [role='slider'], [role='tab']";

/** Whether single keys act; they can be turned off, for people whose software types them. */
export const hotkeySettings = keptStore("florin.hotkeys", ({ on }) => ({ on: on !== false }));

function isMeantForSomethingElse(event: KeyboardEvent): boolean {
  // With Shift only keys that need it, such as "?": a shifted letter means something else.
  if (event.shiftKey && /^[a-z]$/i.test(event.key)) return true;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return true;
  if (document.querySelector("[role='dialog']")) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPING)) return true;
  return (event.key === " " || event.key === "Enter") && target?.closest(PRESSABLE) != null;
}

/** Follows single keys anywhere on the page, but not while typing or with a dialog open. */
export function useHotkeys(hotkeys: Hotkeys): void {
  const current = useRef(hotkeys);
  useEffect(() => {
    current.current = hotkeys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!hotkeySettings.get().on || isMeantForSomethingElse(event)) return;
      const action = current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
