import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { roundsQuery } from "#web/features/game-rounds/queries.ts";
import { useRound } from "#web/features/game-rounds/use-round.ts";
import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";
import { useLive } from "#web/lib/live/live.ts";
import type { Side } from "#web/lib/stakes/stake.ts";

/** How long the marker moves to the drawn ticket, and how long the result is shown before another round, in ms. */
export const MARKER_MS = 5_000;
export const RESULT_MS = 4_000;

/** A round that was watched to its end, on its way from the draw to the result that was seen. */
type Ending = { readonly id: string; readonly step: "drawn" | "reached" | "seen" };

/**
 * Shows the end of a watched round in steps: the marker moves, and only then is the winner named; the next round waits
 * for that. A round that had already ended is shown at once.
 */
function useEnding(ended: GameRound | null): Ending["step"] | null {
  const [ending, setEnding] = useState<Ending | null>(null);
  const id = ended?.id ?? null;
  const markerMs = ended?.ticket == null || prefersReducedMotion() ? 0 : MARKER_MS;
  useEffect(() => {
    if (id === null) return;
    const reached = setTimeout(() => setEnding({ id, step: "reached" }), markerMs);
    const seen = setTimeout(() => setEnding({ id, step: "seen" }), markerMs + RESULT_MS);
    return () => {
      clearTimeout(reached);
      clearTimeout(seen);
    };
  }, [id, markerMs]);
  if (id === null) return null;
  if (ending?.id === id) return ending.step;
  return markerMs === 0 ? "reached" : "drawn";
}

/** The round that is shown: the open one; without one, the last of the currency, so that its end is seen. */
export function useShownRound(gameId: string, side: Side) {
  const live = useLive();
  const current = useRound(gameId, side);
  const { open } = current;
  const { data: list } = useQuery(roundsQuery(gameId));

  const seen = useRef<GameRound | null>(null);
  if (seen.current?.currency.toLowerCase() !== side) seen.current = null;
  seen.current ??= open;
  if (open !== null && open.id === seen.current?.id) seen.current = open;
  const watched = seen.current;
  const isOver = watched !== null && current.data !== undefined && open?.id !== watched.id;
  const ended = list?.items.find(({ id }) => id === watched?.id) ?? null;
  const step = useEnding(isOver ? ended : null);
  if (step === "seen") seen.current = open;

  // The winner's balance would give the result away.
  const isHeld = watched !== null && (watched.status === "locked" || step === "drawn");
  useEffect(() => (isHeld ? live.hold(["balance"]) : undefined), [live, isHeld]);

  const last = list?.items.find(({ currency }) => currency.toLowerCase() === side) ?? null;
  // The list of rounds is read separately: the last open round stays in view until the list has it.
  const round = isOver && step !== "seen" ? (ended ?? watched) : (open ?? last);
  return { ...current, round, isMarkerMoving: step === "drawn", reached: step === "reached" ? ended : null };
}
