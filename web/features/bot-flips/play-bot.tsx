import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { winningsOf } from "#domain/features/bot-flips/rules.ts";
import { STAKE_MAX, STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import { type Minor, minor } from "#domain/kernel/money.ts";
import { PLAY_BOT } from "#web/features/bot-flips/messages.ts";
import type { OfferProps } from "#web/features/live-coinflips/slots.ts";
import { money } from "#web/lib/format.ts";
import { gameLimitsQuery } from "#web/lib/stakes/game-limits.ts";
import { ActionButton } from "#web/ui/action-button.tsx";

/** What the bot plays for. @param most minor units; 0 while the house takes no stakes */
const rangeText = (most: Minor): string =>
  most === 0n
    ? "The bot is not taking stakes at the moment."
    : `The bot plays for items worth ${money(STAKE_MIN)} to ${money(most)} RBX in total.`;

/** The button to the game against the house's bot, with its possible win and loss. */
export default function PlayBot({ value, isDisabled, onPlay }: OfferProps) {
  const hint = useId();
  const limits = useQuery(gameLimitsQuery).data;
  const most = limits === undefined ? STAKE_MAX : minor(limits.bot.largestStake);
  const isInRange = value >= STAKE_MIN && value <= most;
  return (
    <div>
      <ActionButton
        aria-describedby={hint}
        isUnavailable={isDisabled || !isInRange}
        onClick={onPlay}
        className="w-full"
      >
        {PLAY_BOT}
      </ActionButton>
      <p id={hint} className="mt-1.5 text-muted text-xs">
        {isInRange
          ? `Win: you keep your items and get ${money(winningsOf(value))} RBX. Lose: the house keeps your items.`
          : rangeText(most)}
      </p>
    </div>
  );
}
