import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Minor } from "#domain/kernel/money.ts";
import { BET_FAILED, betPlaced, LEFT_OPEN } from "#web/features/game-rounds/messages.ts";
import { roundQuery } from "#web/features/game-rounds/queries.ts";
import { useChangedTerms } from "#web/features/user-games/make/changed-terms.tsx";
import { errorText, isOpen, isUnauthorized } from "#web/lib/api/api.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { playSound } from "#web/lib/effects/sound.ts";
import { money } from "#web/lib/format.ts";
import { type Side, stakeNumber } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";

/** A bet as the form sends it. */
export interface SentBet {
  readonly side: Side;
  readonly stake: Minor;
  /** The version of the game that the player saw. */
  readonly version: number;
  /** With two decimals at most. */
  readonly autoCashOut?: number;
}

/** Puts bets into the round of a game, one at a time. */
export function useRoundBet(id: string) {
  const queryClient = useQueryClient();
  const onRefused = useChangedTerms(id);
  return useMutation({
    mutationFn: ({ side, stake, version, autoCashOut }: SentBet) =>
      command("POST /user-games/{id}/bets", {
        params: { id },
        body: {
          betAmount: stakeNumber(stake),
          currency: side,
          version,
          ...(autoCashOut === undefined ? {} : { autoCashOut }),
        },
      }).catch(onRefused),
    onSuccess: (_, { side, stake }) => {
      playSound("bet-place");
      toast(betPlaced(money(stake), side.toUpperCase()));
      // Until the round shows the bet, no other is taken.
      return queryClient.invalidateQueries({ queryKey: roundQuery(id, side).queryKey });
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      const description = isOpen(error) ? LEFT_OPEN : errorText(error, BET_FAILED);
      toast({ title: BET_FAILED, description, variant: "destructive" });
    },
  });
}
