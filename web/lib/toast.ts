import { createStore } from "#web/lib/store/store.ts";

/** Toasts shown at a time. */
export const TOAST_LIMIT = 1;
/** How long a dismissed toast is kept before it is removed. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
/** How long a toast is shown. */
export const TOAST_DURATION_MS = 5000;
/** Swiping this far to the right dismisses. */
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_SWIPE_DIRECTION = "right";
/** The key that moves focus to the notifications. */
export const TOAST_HOTKEY = "F8";

export type ToastVariant = "default" | "destructive";

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly variant: ToastVariant;
  readonly open: boolean;
}

/** The toasts that exist, newest first; dismissed ones stay until their removal. */
export const toasts = createStore<readonly Toast[]>([]);

let lastId = 0;
const removals = new Map<number, ReturnType<typeof setTimeout>>();

/**
 * Shows a toast in place of the one before.
 * @returns its id
 * @example toast({ title: "Invalid Bet", description: "Please enter a valid bet amount", variant: "destructive" })
 */
export function toast(shown: { title: string; description?: string; variant?: ToastVariant }): number {
  lastId += 1;
  const added: Toast = { variant: "default", ...shown, id: lastId, open: true };
  toasts.set([added, ...toasts.get()].slice(0, TOAST_LIMIT));
  return added.id;
}

type Told = Parameters<typeof toast>[0];
/** The waiting toast: one, since only the newest of several is shown. */
let waiting: Told | null = null;
let newsId = 0;

/** Shows news. They replace other news, but wait while the result of a player's act is shown. */
export function toastNews(shown: Told): void {
  waiting = shown;
  showNews();
}

function showNews(): void {
  if (waiting === null || toasts.get().some(({ open, id }) => open && id !== newsId)) return;
  const shown = waiting;
  waiting = null;
  newsId = toast(shown);
}
toasts.subscribe(showNews);

/** Closes a toast and has it removed later. */
export function dismissToast(id: number): void {
  toasts.set(toasts.get().map((shown) => (shown.id === id ? { ...shown, open: false } : shown)));
  if (removals.has(id)) return;
  const removal = setTimeout(() => {
    removals.delete(id);
    toasts.set(toasts.get().filter((shown) => shown.id !== id));
  }, TOAST_REMOVE_DELAY_MS);
  removals.set(id, removal);
}
