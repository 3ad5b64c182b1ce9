import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CASH_OUT_FAILED, type OwnBet } from "#web/features/crash/words.ts";
import { roundQuery } from "#web/features/game-rounds/queries.ts";
import { ApiError, call, errorText, isUnauthorized } from "#web/lib/api/api.ts";
import { useKeyed } from "#web/lib/api/ask-again.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";

/** What came of a cash-out, by the round: every one is answered. */
type CashOutAnswer = { readonly roundId: string } & (
  | { readonly left: Pick<OwnBet, "multiplier" | "winAmount" | "cause"> }
  | { readonly tooLate: string }
);

/** Takes the player's own bet off the curve. */
export function useCashOut(gameId: string, side: Side) {
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState<CashOutAnswer | null>(null);
  const send = useKeyed((roundId: string, idempotencyKey) =>
    call("POST /user-games/{id}/cash-out", { params: { id: gameId }, body: { roundId }, idempotencyKey }),
  );
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: ({ multiplier, winAmount, cause }, roundId) => {
      setAnswer({ roundId, left: { multiplier, winAmount, cause } });
    },
    onError: (error, roundId) => {
      if (isUnauthorized(error)) return;
      const description = errorText(error, CASH_OUT_FAILED);
      if (error instanceof ApiError && error.problem?.code === "busted")
        return setAnswer({ roundId, tooLate: description });
      toast({ title: CASH_OUT_FAILED, description, variant: "destructive" });
    },
    // What the service knows of the bet stands, whatever came of the call.
    onSettled: () => queryClient.invalidateQueries({ queryKey: roundQuery(gameId, side).queryKey }),
  });
  return { cashOut: mutate, isPending, answer };
}
