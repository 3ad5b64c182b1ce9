import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { BotFlipAnswer } from "#domain/features/bot-flips/contract.ts";
import type { BetItem } from "#domain/features/live-coinflips/contract.ts";
import type { Topic } from "#domain/features/topics.ts";
import { BOT_FAILED, DEFEAT, VICTORY } from "#web/features/bot-flips/messages.ts";
import { HELD_TOPICS } from "#web/features/live-coinflips/held.ts";
import { resultText } from "#web/features/live-coinflips/messages.ts";
import type { ItemGameProps } from "#web/features/live-coinflips/slots.ts";
import { ensureOwnSeed } from "#web/features/seed-pairs/client-seed.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";
import { doubleOrNothing, resultEffects } from "#web/lib/effects/result-effects.ts";
import { playSound } from "#web/lib/effects/sound.ts";
import { useLive } from "#web/lib/live/live.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";
import { FLIGHT_MS } from "#web/ui/coin/coin.tsx";

/** Everything that a game against the bot changes. */
const CHANGED: readonly Topic[] = [...HELD_TOPICS, "fairness"];

/** The state of a game against the bot: being confirmed, its coin in the air, or over. */
export type BotGameState =
  | { readonly stage: "asking" }
  | { readonly stage: "flying"; readonly answer: BotFlipAnswer | null }
  | { readonly stage: "over"; readonly answer: BotFlipAnswer };

export interface BotFlip {
  readonly betItems: BetItem[];
  readonly betSide: Side;
}

/** Tells a result that no dialog shows any more. */
function tell({ won, result, message }: BotFlipAnswer): void {
  const description = resultText(result, message);
  toast(won ? { title: VICTORY, description } : { title: DEFEAT, description, variant: "destructive" });
}

/** A running game: the held-back figures, and what to do when the coin lands. */
interface Flight {
  readonly begunAt: number;
  readonly release: () => void;
  timer?: ReturnType<typeof setTimeout>;
  land?: () => void;
}

/** One game against the bot, from confirmation to the landed coin. Leaving early shows the result at once. */
export function useBotGame({ onPlayed, onFailed }: Pick<ItemGameProps, "onPlayed" | "onFailed">) {
  const [state, setState] = useState<BotGameState>({ stage: "asking" });
  const queryClient = useQueryClient();
  const live = useLive();
  const flight = useRef<Flight | null>(null);
  const isGone = useRef(false);
  const endCelebration = useRef(() => {});
  const send = sendBody("POST /games/coinflip-vs-bot");

  const land = (answer: BotFlipAnswer) => {
    flight.current?.release();
    flight.current = null;
    setState({ stage: "over", answer });
    playSound("coin-land");
    const end = resultEffects(doubleOrNothing(answer.won));
    if (isGone.current) tell(answer);
    else endCelebration.current = end;
  };

  const { mutate } = useMutation({
    mutationFn: async (body: BotFlip) => {
      await ensureOwnSeed(queryClient);
      return send(body);
    },
    onSuccess: (answer) => {
      onPlayed();
      const under = flight.current;
      if (under === null || isGone.current) return land(answer);
      setState({ stage: "flying", answer });
      const flownMs = performance.now() - under.begunAt;
      under.land = () => land(answer);
      under.timer = setTimeout(under.land, prefersReducedMotion() ? 0 : Math.max(0, FLIGHT_MS - flownMs));
    },
    onError: (error) => {
      flight.current?.release();
      flight.current = null;
      setState({ stage: "asking" });
      onFailed(error, BOT_FAILED);
    },
    // A refusal, too, means that the items have changed.
    onSettled: () => live.changed(CHANGED, null),
  });

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(flight.current?.timer);
      flight.current?.land?.();
      endCelebration.current();
    };
  }, []);

  const play = (flip: BotFlip) => {
    if (state.stage !== "asking") return;
    flight.current = { begunAt: performance.now(), release: live.hold(HELD_TOPICS) };
    setState({ stage: "flying", answer: null });
    playSound("bet-place");
    playSound("coin-flip");
    mutate(flip);
  };
  return { state, play };
}
