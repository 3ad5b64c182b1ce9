import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef } from "react";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { HELD_TOPICS } from "#web/features/live-coinflips/held.ts";
import { ASKING, joinReducer, outcomeOf, returnOf } from "#web/features/live-coinflips/join/join-state.ts";
import { JOIN_FAILED } from "#web/features/live-coinflips/messages.ts";
import { flipProofQuery } from "#web/features/live-coinflips/queries.ts";
import {
  failureText,
  type JoinBody,
  tellFailure,
  useJoin,
} from "#web/features/live-coinflips/use-commands.ts";
import { showHere } from "#web/features/live-coinflips/watch/shown-here.ts";
import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";
import { resultEffects } from "#web/lib/effects/result-effects.ts";
import { playSound } from "#web/lib/effects/sound.ts";
import { useLive } from "#web/lib/live/live.ts";
import { FLIGHT_MS } from "#web/ui/coin/coin.tsx";

/** Holds figures back while the coin is in the air, and keeps other places from revealing the result. */
function useSuspense(gameId: string) {
  const live = useLive();
  const ends = useRef<(() => void)[]>([]);
  const end = () => {
    for (const one of ends.current) one();
    ends.current = [];
  };
  useEffect(
    () => () => {
      for (const one of ends.current) one();
    },
    [],
  );
  const forget = useRef(() => {});
  return {
    begin: () => {
      end();
      ends.current = [live.hold(HELD_TOPICS)];
      const unshow = showHere(gameId);
      // A player who leaves before the coin has landed sees the result in a message instead.
      forget.current = () => void unshow();
      ends.current.push(() => forget.current());
    },
    /** The stake already shows as gone; the win is still held back. */
    renew: () => {
      ends.current[0]?.();
      ends.current[0] = live.hold(HELD_TOPICS);
    },
    /** The coin has landed: the figures follow, and the result is public. */
    landed: () => {
      forget.current = () => {};
      end();
    },
    drop: end,
  };
}

/** The join of one coinflip, from confirmation to the landed coin. */
export function useJoinGame(flip: LiveCoinflip) {
  const [state, dispatch] = useReducer(joinReducer, ASKING);
  const { mutate } = useJoin();
  const queryClient = useQueryClient();
  const suspense = useSuspense(flip.id);
  const begunAt = useRef(0);
  const endCelebration = useRef(() => {});
  const outcome = state.stage === "flying" ? state.outcome : null;
  const isLocked = state.stage === "flying" && state.awaited !== null && outcome === null;
  const { data: proof } = useQuery({ ...flipProofQuery(flip.id), enabled: isLocked });

  useEffect(() => {
    if (!isLocked || proof?.scheme !== "rt1|pvp") return;
    if (proof.status === "void") dispatch({ type: "voided" });
    const found = outcomeOf(flip, proof);
    if (found !== null) dispatch({ type: "answered", outcome: found });
  }, [isLocked, proof, flip]);

  useEffect(() => {
    if (outcome === null) return;
    const flownMs = performance.now() - begunAt.current;
    const leftMs = prefersReducedMotion() ? 0 : Math.max(0, FLIGHT_MS - flownMs);
    const timer = setTimeout(() => dispatch({ type: "landed" }), leftMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const landedAs = state.stage === "over" ? state.outcome : null;
  const landed = useRef(suspense.landed);
  landed.current = suspense.landed;
  useEffect(() => {
    if (landedAs === null) return;
    landed.current();
    playSound("coin-land");
    endCelebration.current = resultEffects(returnOf(flip, !landedAs.creatorWon));
    return () => endCelebration.current();
  }, [landedAs, flip]);

  const isVoid = state.stage === "void";
  useEffect(() => {
    if (isVoid) landed.current();
  }, [isVoid]);

  const join = (body: JoinBody) => {
    if (state.stage !== "asking") return;
    begunAt.current = performance.now();
    dispatch({ type: "sent" });
    suspense.begin();
    playSound("bet-place");
    playSound("coin-flip");
    mutate(
      { id: flip.id, body },
      {
        onSuccess: (answer) => {
          if (!("status" in answer)) return dispatch({ type: "answered", outcome: answer });
          suspense.renew();
          void queryClient.invalidateQueries(flipProofQuery(flip.id));
          dispatch({ type: "locked", awaited: answer });
        },
        onError: (error) => {
          suspense.drop();
          tellFailure(error, JOIN_FAILED);
          dispatch({ type: "failed", problem: failureText(error, JOIN_FAILED) });
        },
      },
    );
  };
  return { state, join };
}
