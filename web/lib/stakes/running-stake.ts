import { useEffect } from "react";
import { createStore } from "#web/lib/store/store.ts";

/** How many of the player's stakes on the page can still be acted on, such as a bet on a curve. */
export const runningStakes = createStore(0);

/** Reports a running stake, so that nothing moves the page meanwhile. */
export function useRunningStake(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    runningStakes.set(runningStakes.get() + 1);
    return () => runningStakes.set(runningStakes.get() - 1);
  }, [isRunning]);
}
