import { useCallback, useEffect, useRef, useState } from "react";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import { isProvedHere } from "#web/features/house-flips/game-words.ts";
import { type Verification, verifyGame } from "#web/features/proofs/verification.ts";
import { proofKinds } from "#web/layout/slots/proof-kinds.ts";
import { useParts } from "#web/lib/site.ts";
import { webCrypto } from "#web/lib/web-crypto.ts";

const IDLE: Verification = { status: "idle" };

/** Verification results of a page's games, by id, and how to start one. */
export interface Verifications {
  readonly of: (gameId: string) => Verification;
  readonly verify: (game: GameHistoryEntry) => Promise<void>;
  /** Checks games one after the other, those that were verified before left out. */
  readonly verifyAll: (games: readonly GameHistoryEntry[]) => Promise<void>;
  readonly isCheckingAll: boolean;
}

/** Keeps results while the history is open; leaving it ends a run. */
export function useVerifications(): Verifications {
  const [found, setFound] = useState<Readonly<Record<string, Verification>>>({});
  const [isCheckingAll, setCheckingAll] = useState(false);
  const kinds = useParts(proofKinds);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const verify = useCallback(
    async (game: GameHistoryEntry) => {
      setFound((before) => ({ ...before, [game.id]: { status: "checking" } }));
      const verification = await verifyGame(game, { kinds, crypto: webCrypto });
      setFound((before) => ({ ...before, [game.id]: verification }));
    },
    [kinds],
  );
  const verifyAll = async (games: readonly GameHistoryEntry[]) => {
    setCheckingAll(true);
    for (const game of games.filter(isProvedHere)) {
      if (isShown.current && found[game.id]?.status !== "verified") await verify(game);
    }
    setCheckingAll(false);
  };
  return { of: (gameId) => found[gameId] ?? IDLE, verify, verifyAll, isCheckingAll };
}
