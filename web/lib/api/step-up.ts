import { createStore } from "#web/lib/store/store.ts";

type Ask = () => Promise<boolean>;

/** How long a page that is just shown may take until it can ask. */
export const ASKER_WITHIN_MS = 5_000;

const asker = createStore<Ask | null>(null);
let asked: Promise<boolean> | null = null;

/** Registers the dialog that asks the player to confirm a call. @returns what ends that */
export function answerStepUps(ask: Ask): () => void {
  asker.set(ask);
  return () => {
    if (asker.get() === ask) asker.set(null);
  };
}

const whoAsks = (): Promise<Ask | null> =>
  new Promise((resolve) => {
    const known = asker.get();
    if (known !== null) return resolve(known);
    const end = () => {
      forget();
      clearTimeout(timer);
      resolve(asker.get());
    };
    const forget = asker.subscribe(end);
    const timer = setTimeout(end, ASKER_WITHIN_MS);
  });

/** Asks the player to confirm who they are, once for all waiting calls. @returns whether they did */
export function askStepUp(): Promise<boolean> {
  asked ??= whoAsks()
    .then((ask) => ask?.() ?? false)
    .finally(() => {
      asked = null;
    });
  return asked;
}
