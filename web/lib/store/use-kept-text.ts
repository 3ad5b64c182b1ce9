import { useState } from "react";

const PREFIX = "florin.draft.";
/** Longer drafts are not kept: no text of the site is. */
const KEPT_CHARS_MAX = 10_000;

/**
 * A text that survives a sign-in in between, for as long as the tab is open.
 * @param name what the text is for
 * @returns the text, how to change it, and how to forget it once it was sent
 */
export function useKeptText(name: string): readonly [string, (text: string) => void, () => void] {
  const key = `${PREFIX}${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  const change = (next: string) => {
    setText(next);
    if (next.length <= KEPT_CHARS_MAX) sessionStorage.setItem(key, next);
  };
  return [text, change, () => sessionStorage.removeItem(key)];
}
