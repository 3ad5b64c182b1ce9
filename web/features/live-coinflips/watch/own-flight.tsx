import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messageOf, outcomeOf, returnOf } from "#web/features/live-coinflips/join/join-state.ts";
import { VOID_TEXT } from "#web/features/live-coinflips/messages.ts";
import { flipProofQuery } from "#web/features/live-coinflips/queries.ts";
import { ResultCard, type ResultCardActions } from "#web/features/live-coinflips/watch/result-card.tsx";
import type { OwnFlight } from "#web/features/live-coinflips/watch/use-own-flights.ts";
import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";
import { resultEffects } from "#web/lib/effects/result-effects.ts";
import { playSound } from "#web/lib/effects/sound.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { Coin, type CoinState, FLIGHT_MS } from "#web/ui/coin/coin.tsx";

/** The face of a game once its coin has been in the air long enough; sounds and confetti come with it. */
function useLanding({ flip, begunAt, land }: OwnFlight, face: Side | null): boolean {
  const [hasLanded, setHasLanded] = useState(false);
  const endCelebration = useRef(() => {});
  const latest = useRef(land);
  latest.current = land;
  useEffect(() => playSound("coin-flip"), []);
  useEffect(() => {
    if (face === null) return;
    const leftMs = prefersReducedMotion() ? 0 : Math.max(0, FLIGHT_MS - (performance.now() - begunAt));
    const timer = setTimeout(() => {
      latest.current();
      setHasLanded(true);
      playSound("coin-land");
      endCelebration.current = resultEffects(returnOf(flip, face === flip.betSide));
    }, leftMs);
    return () => clearTimeout(timer);
  }, [face, begunAt, flip]);
  useEffect(() => () => endCelebration.current(), []);
  return hasLanded;
}

/** Releases the game once its card is gone; a moment later, since React remounts cards in development. */
function useDropped({ drop }: OwnFlight): void {
  const latest = useRef(drop);
  latest.current = drop;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(timer.current);
    return () => {
      timer.current = setTimeout(() => latest.current(), 0);
    };
  }, []);
}

/** The coin of the player's own coinflip as it falls, and the result. */
export function OwnFlightCard({ flight, ...actions }: { flight: OwnFlight } & ResultCardActions) {
  const { flip } = flight;
  const { data: proof } = useQuery(flipProofQuery(flip.id));
  const game = proof?.scheme === "rt1|pvp" ? proof : null;
  const face = game === null ? null : (outcomeOf(flip, game)?.result ?? null);
  const hasLanded = useLanding(flight, face);
  const isVoid = game?.status === "void";
  useDropped(flight);
  const coin: CoinState = isVoid ? { phase: "idle" } : { phase: hasLanded ? "result" : "flipping", face };
  const won = face === flip.betSide;
  return (
    <ResultCard
      gameId={flip.id}
      coin={<Coin state={coin} className="my-1 ml-1 size-20" />}
      {...(hasLanded && face && { outcome: { won, result: face, message: messageOf(flip, won) } })}
      waiting={isVoid ? VOID_TEXT : "Someone joined your coinflip. The coin is in the air…"}
      {...actions}
    />
  );
}
