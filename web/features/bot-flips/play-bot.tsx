import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { winningsOf } from "#domain/features/bot-flips/rules.ts";
import { STAKE_MAX, STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import type { Topic } from "#domain/features/live/contract.ts";
import type { BetItem } from "#domain/features/live-coinflips/contract.ts";
import { type Minor, minor } from "#domain/kernel/money.ts";
import {
  BOT_FAILED,
  botResultText,
  DEFEAT,
  PLAY_BOT,
  PLAYING,
  VICTORY,
} from "#web/features/bot-flips/messages.ts";
import { call } from "#web/lib/api.ts";
import { useKeyed } from "#web/lib/ask-again.ts";
import { ensureOwnSeed } from "#web/lib/client-seed.ts";
import { money } from "#web/lib/format.ts";
import { gameLimitsQuery } from "#web/lib/game-limits.ts";
import { useLive } from "#web/lib/live.ts";
import { playSound } from "#web/lib/sound.ts";
import type { Side } from "#web/lib/stake.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

/** Everything that a game against the bot changes. */
const CHANGED: readonly Topic[] = ["balance", "inventory", "games", "fairness", "leaderboard"];

interface BotFlip {
  readonly betItems: BetItem[];
  readonly betSide: Side;
}

function useBotFlip({ onPlayed, onFailed }: Pick<PlayBotProps, "onPlayed" | "onFailed">) {
  const queryClient = useQueryClient();
  const live = useLive();
  const send = useKeyed((body: BotFlip, idempotencyKey) =>
    call("POST /games/coinflip-vs-bot", { body, idempotencyKey }),
  );
  return useMutation({
    mutationFn: async (body: BotFlip) => {
      await ensureOwnSeed(queryClient);
      return send(body);
    },
    onSuccess: ({ won, result, message }) => {
      playSound(won ? "win" : "lose");
      const description = botResultText(result, message);
      toast(won ? { title: VICTORY, description } : { title: DEFEAT, description, variant: "destructive" });
      onPlayed();
    },
    onError: (error) => onFailed(error, BOT_FAILED),
    // A refusal, too, says that the items are not what they were.
    onSettled: () => live.changed(CHANGED, null),
  });
}

interface PlayBotProps {
  /** The chosen items, at least one, and what they are worth in all. */
  readonly betItems: BetItem[];
  readonly value: Minor;
  readonly side: Side;
  readonly isDisabled: boolean;
  readonly onPlayed: () => void;
  /** Tells why there was no game. */
  readonly onFailed: (error: unknown, fallback: string) => void;
}

/** What the bot plays for. @param most minor units; 0 while the house takes no stakes */
const rangeText = (most: Minor): string =>
  most === 0n
    ? "The bot takes no stakes at the moment."
    : `The bot plays for items worth ${money(STAKE_MIN)} to ${money(most)} RBX in all.`;

/** The button that plays the chosen items against the house's bot at once, with what that can bring and cost. */
export function PlayBot({ betItems, value, side, isDisabled, ...told }: PlayBotProps) {
  const { mutate, isPending } = useBotFlip(told);
  const hint = useId();
  const limits = useQuery(gameLimitsQuery).data;
  const most = limits === undefined ? STAKE_MAX : minor(limits.bot.largestStake);
  const isInRange = value >= STAKE_MIN && value <= most;
  const isOff = isDisabled || isPending || !isInRange;
  return (
    <div>
      {/* It keeps the focus while the game runs, so that its result is read where it was asked for. */}
      <Button
        aria-describedby={hint}
        aria-disabled={isOff || undefined}
        onClick={() => !isOff && mutate({ betItems, betSide: side })}
        className="w-full aria-disabled:cursor-default! aria-disabled:opacity-45"
      >
        {isPending ? PLAYING : PLAY_BOT}
      </Button>
      <p id={hint} className="mt-1.5 text-muted text-xs">
        {isInRange
          ? `Win: your items stay yours, and ${money(winningsOf(value))} RBX. Lose: the items go to the house.`
          : rangeText(most)}
      </p>
    </div>
  );
}
