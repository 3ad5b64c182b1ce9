import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CASH_OUT_FAILED, type OwnBet } from "#web/features/crash/words.ts";
import { roundQuery } from "#web/features/game-rounds/queries.ts";
import { errorText, hasCode } from "#web/lib/api/api.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import type { Side } from "#web/lib/stakes/stake.ts";

/** A cash-out's result, by the round: every one gets an answer. */
type CashOutAnswer = { readonly roundId: string } & (
  | { readonly left: Pick<OwnBet, "multiplier" | "winAmount" | "cause"> }
  | { readonly tooLate: string }
);

/** Takes the player's own bet off the curve. */
export function useCashOut(gameId: string, side: Side) {
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState<CashOutAnswer | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (roundId: string) =>
      command("POST /user-games/{id}/cash-out", { params: { id: gameId }, body: { roundId } }),
    onSuccess: ({ multiplier, winAmount, cause }, roundId) => {
      setAnswer({ roundId, left: { multiplier, winAmount, cause } });
    },
    onError: (error, roundId) => {
      if (hasCode(error, "busted")) return setAnswer({ roundId, tooLate: errorText(error, CASH_OUT_FAILED) });
      toastError(error, CASH_OUT_FAILED, CASH_OUT_FAILED);
    },
    // The service's state of the bet counts, whatever happened to the call.
    onSettled: () => queryClient.invalidateQueries({ queryKey: roundQuery(gameId, side).queryKey }),
  });
  return { cashOut: mutate, isPending, answer };
}
