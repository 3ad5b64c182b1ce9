import { useEffect } from "react";
import { createStore } from "#web/lib/store/store.ts";

/** How many stakes of the player run on the page that can still be acted on, such as a bet on a curve. */
export const runningStakes = createStore(0);

/** Tells that a stake of the player's runs, so that nothing moves the page under their hand in the meantime. */
export function useRunningStake(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    runningStakes.set(runningStakes.get() + 1);
    return () => runningStakes.set(runningStakes.get() - 1);
  }, [isRunning]);
}
