import { useEffect, useState } from "react";
import type { SentBet } from "#web/features/game-rounds/use-round-bet.ts";

/**
 * At most one bet that waits for the next round. It is kept by this page alone, and sent once.
 * @param isOpen whether a round takes the player's bet now
 */
export function useQueuedBet(isOpen: boolean, send: (bet: SentBet) => void) {
  const [queued, setQueued] = useState<SentBet | null>(null);
  useEffect(() => {
    if (queued === null || !isOpen) return;
    setQueued(null);
    send(queued);
  }, [queued, isOpen, send]);
  return { queued, queue: setQueued, cancel: () => setQueued(null) };
}
