import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CoinflipProof } from "#domain/features/live-coinflips/contract.ts";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import type { LiveGame } from "#domain/features/spectator/contract.ts";
import { gameProofQuery } from "#web/features/spectator/queries.ts";
import type { Proof } from "#web/layout/slots/proof-kinds.ts";
import { ApiError } from "#web/lib/api/api.ts";
import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";
import { type CoinState, FLIGHT_MS } from "#web/ui/coin/coin.tsx";

/** Minimum time of the coin's fall. */
const LANDING_MS = 400;

/** A game's coin for spectators: it flies from the join, and lies still if the game was over before. */
function useCoin(proof: CoinflipProof | null): CoinState {
  const flyingSince = useRef<number | null>(null);
  const wasWaiting = useRef(false);
  const [landed, setLanded] = useState(false);
  const { status, result = null } = proof ?? { status: null };
  const face = status === "settled" ? result : null;
  if (status === "open") wasWaiting.current = true;
  const flies =
    status === "locked" || (face !== null && (flyingSince.current !== null || wasWaiting.current));
  if (flies) flyingSince.current ??= performance.now();
  useEffect(() => {
    if (face === null || landed) return;
    const flownMs = performance.now() - (flyingSince.current ?? Number.NEGATIVE_INFINITY);
    const leftMs = Math.max(FLIGHT_MS - flownMs, flyingSince.current === null ? 0 : LANDING_MS);
    const timer = setTimeout(() => setLanded(true), prefersReducedMotion() ? 0 : leftMs);
    return () => clearTimeout(timer);
  }, [face, landed]);
  if (status === "locked") return { phase: "flipping", face: null };
  if (face === null) return { phase: "idle" };
  return { phase: landed || !flies ? "result" : "flipping", face };
}

/** The proof of a round of a player-made game. */
export type RoundProofOfGame = Exclude<Proof, { readonly scheme: "rt1|pvp" | "st1" }>;

/** A game that somebody watches. */
export interface Watched {
  /** The game as it was last live; null for one that was over before, which proof and chat still show. */
  readonly game: LiveGame | null;
  readonly isLive: boolean;
  /** Null while it is asked for, and for games of other kinds, of which one of the next two is there. */
  readonly proof: CoinflipProof | null;
  readonly round: RoundProofOfGame | null;
  readonly flip: FlipProof | null;
  readonly error: Error | null;
  /** Whether there is no game of that id. */
  readonly isUnknown: boolean;
  readonly retry: () => void;
  readonly coin: CoinState;
  /** Whether the coin is in the air, so that nothing may give the result away. */
  readonly isInAir: boolean;
}

/** Only flips in games that players made are watched. */
const isOtherGame = (flip: FlipProof | null): boolean => flip !== null && flip.gameType !== "user_coinflip";

/** Follows one game from the list to its end, which it leaves the list by. */
export function useWatched(gameId: string, games: readonly LiveGame[] | undefined): Watched {
  const live = games?.find(({ id }) => id === gameId) ?? null;
  const last = useRef<LiveGame | null>(null);
  if (live !== null) last.current = live;
  const { data, error, refetch } = useQuery(gameProofQuery(gameId));
  const proof = data?.scheme === "rt1|pvp" ? data : null;
  const flip = data?.scheme === "st1" ? data : null;
  const coin = useCoin(proof);
  return {
    game: last.current,
    isLive: live !== null,
    proof,
    flip,
    round: data === undefined || data.scheme === "rt1|pvp" || data.scheme === "st1" ? null : data,
    error: data === undefined ? error : null,
    isUnknown: data === undefined ? error instanceof ApiError && error.status === 404 : isOtherGame(flip),
    retry: () => void refetch(),
    coin,
    isInAir: coin.phase === "flipping",
  };
}
