import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { UserGameListed } from "#domain/features/user-games/contract.ts";
import type { Minor } from "#domain/kernel/money.ts";
import { BET_FAILED, betPlaced, LEFT_OPEN } from "#web/features/game-rounds/messages.ts";
import { roundQuery } from "#web/features/game-rounds/queries.ts";
import { call, errorText, isOpen, isUnauthorized } from "#web/lib/api.ts";
import { useKeyed } from "#web/lib/ask-again.ts";
import { money } from "#web/lib/format.ts";
import { playSound } from "#web/lib/sound.ts";
import { type Side, stakeNumber } from "#web/lib/stake.ts";
import { toast } from "#web/lib/toast.ts";

/** A bet as the form sends it. */
export interface SentBet {
  readonly side: Side;
  readonly stake: Minor;
  /** With two decimals at most. */
  readonly autoCashOut?: number;
}

/** Puts bets into the round of a game, one at a time. */
export function useRoundBet({ id }: Pick<UserGameListed, "id">, onPlaced: () => void) {
  const queryClient = useQueryClient();
  const send = useKeyed(
    ({ side, stake, autoCashOut }: { side: Side; stake: string; autoCashOut?: number }, key) =>
      call("POST /user-games/{id}/bets", {
        params: { id },
        body: {
          betAmount: Number(stake),
          currency: side,
          ...(autoCashOut === undefined ? {} : { autoCashOut }),
        },
        idempotencyKey: key,
      }),
  );
  return useMutation({
    mutationFn: ({ stake, ...bet }: SentBet) => send({ ...bet, stake: String(stakeNumber(stake)) }),
    onSuccess: (_, { side, stake }) => {
      playSound("bet-place");
      toast(betPlaced(money(stake), side.toUpperCase()));
      onPlaced();
      void queryClient.invalidateQueries({ queryKey: roundQuery(id, side).queryKey });
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      const description = isOpen(error) ? LEFT_OPEN : errorText(error, BET_FAILED);
      toast({ title: BET_FAILED, description, variant: "destructive" });
    },
  });
}
