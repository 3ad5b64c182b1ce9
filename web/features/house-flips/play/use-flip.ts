import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FlipAnswer } from "#domain/features/house-flips/contract.ts";
import type { Topic } from "#domain/features/topics.ts";
import { CONNECTION_LOST, FLIP_FAILED, houseWins, youWon } from "#web/features/house-flips/messages.ts";
import type { Bet } from "#web/features/house-flips/play/bet.ts";
import { createFlipRunner, type FlipRunner } from "#web/features/house-flips/play/flip-runner.ts";
import type { FlipState } from "#web/features/house-flips/play/flip-state.ts";
import { ensureOwnSeed } from "#web/features/seed-pairs/client-seed.ts";
import { errorText, isOpen, isUnauthorized } from "#web/lib/api/api.ts";
import { currentUserQuery } from "#web/lib/api/session.ts";
import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";
import { resultEffects } from "#web/lib/effects/result-effects.ts";
import { playSound } from "#web/lib/effects/sound.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { type Live, useLive } from "#web/lib/live/live.ts";
import { useStore } from "#web/lib/store/store.ts";
import { toast } from "#web/lib/toast.ts";
import { FLIGHT_MS } from "#web/ui/coin/coin.tsx";

/** Figures that would give the result away before the coin lands. The feed of bets leaves out the bet itself. */
const HELD_TOPICS: readonly Topic[] = ["balance", "games", "leaderboard"];
/** Everything that a flip changes. */
const CHANGED_TOPICS: readonly Topic[] = [...HELD_TOPICS, "bets", "fairness"];

interface Surroundings {
  readonly queryClient: QueryClient;
  readonly live: Live;
  readonly send: (bet: Bet) => Promise<FlipAnswer>;
  readonly onLanded: () => void;
}

function showOutcome(bet: Bet, answer: FlipAnswer): () => void {
  const currency = bet.side.toUpperCase();
  playSound("coin-land");
  if (answer.won) toast(youWon(currency, answer));
  else toast({ ...houseWins(money(bet.stake), currency), variant: "destructive" });
  return resultEffects({ stake: bet.stake, payout: readMoney(answer.winAmount) });
}

function showFailure(error: unknown): void {
  if (error === null || isUnauthorized(error)) return;
  const description = isOpen(error) ? CONNECTION_LOST : errorText(error, FLIP_FAILED);
  toast({ title: "Game Error", description, variant: "destructive" });
}

function createRunner(around: () => Surroundings): FlipRunner & { readonly endCelebration: () => void } {
  let release = () => {};
  let endCelebration = () => {};
  const runner = createFlipRunner({
    prepare: () => ensureOwnSeed(around().queryClient),
    send: (bet) => around().send(bet),
    animationMs: () => (prefersReducedMotion() ? 0 : FLIGHT_MS),
    onPlaced: () => {
      playSound("bet-place");
      endCelebration();
      release = around().live.hold(HELD_TOPICS);
    },
    onSent: () => playSound("coin-flip"),
    onLanded: (bet, answer) => {
      const { queryClient, live, onLanded } = around();
      const { rbxBalance, tixBalance } = answer;
      queryClient.setQueryData(
        currentUserQuery.queryKey,
        (user) => user && { ...user, rbxBalance, tixBalance },
      );
      release();
      live.changed(CHANGED_TOPICS, answer.position);
      endCelebration = showOutcome(bet, answer);
      onLanded();
    },
    onFailed: (error) => {
      release();
      if (isOpen(error)) around().live.changed(CHANGED_TOPICS, null);
      showFailure(error);
    },
  });
  return { ...runner, endCelebration: () => endCelebration() };
}

interface FlipOptions {
  /** Sends a bet. */
  readonly send: Surroundings["send"];
  /** Called when a coin has landed. */
  readonly onLanded: () => void;
}

/** The flip of a page: where it stands, and how to begin one. */
export function useFlip({ send, onLanded }: FlipOptions): { state: FlipState; flip: (bet: Bet) => void } {
  const queryClient = useQueryClient();
  const live = useLive();
  const { mutateAsync } = useMutation({ mutationFn: send });
  const around = useRef<Surroundings>({ queryClient, live, send: mutateAsync, onLanded });
  useEffect(() => {
    around.current = { queryClient, live, send: mutateAsync, onLanded };
  });
  const [runner] = useState(() => createRunner(() => around.current));
  useEffect(
    () => () => {
      runner.leave();
      runner.endCelebration();
    },
    [runner],
  );
  return { state: useStore(runner.state), flip: runner.flip };
}
