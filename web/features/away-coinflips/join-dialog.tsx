import { useQueryClient } from "@tanstack/react-query";
import type { AwayCoinflip } from "#domain/features/away-coinflips/contract.ts";
import { awayFlipsQuery, awayStakesQuery } from "#web/features/away-coinflips/queries.ts";
import { termsOf } from "#web/features/live-coinflips/watch/flip.ts";
import { call } from "#web/lib/api/api.ts";
import { useUser } from "#web/lib/api/session.ts";
import { useToldMutation } from "#web/lib/api/use-told-mutation.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { balanceOf, otherSide } from "#web/lib/stakes/stake.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Term } from "#web/ui/proofs/term.tsx";

interface JoinAwayProps {
  readonly flip: AwayCoinflip & { readonly betAmount: string };
  readonly onClose: () => void;
}

/** Asks whether to stake on a coinflip of another log: what it costs, what it can pay, and where it is played. */
export default function JoinAway({ flip, onClose }: JoinAwayProps) {
  const queryClient = useQueryClient();
  const user = useUser();
  const stake = readMoney(flip.betAmount);
  const currency = flip.betSide === "rbx" ? "RBX" : "TIX";
  const canPay = balanceOf(user, flip.betSide) >= stake;
  const { mutate, isPending } = useToldMutation(
    (_: null, idempotencyKey: string) =>
      call("POST /away-coinflips/{id}/join", {
        params: { id: flip.id },
        body: { log: flip.log, currency, betAmount: Number(flip.betAmount) },
        idempotencyKey,
      }),
    {
      done: { title: "Stake sent", description: "You are told here how the coin falls." },
      failed: "The stake was not sent.",
      topics: ["balance", "games"],
      onSettled: () => {
        for (const { queryKey } of [awayFlipsQuery, awayStakesQuery])
          void queryClient.invalidateQueries({ queryKey });
        onClose();
      },
    },
  );
  return (
    <ConfirmDialog
      title="Join Coinflip"
      description="Your stake travels to the log of this game. If the game is gone by then, it comes back."
      keep="Not now"
      action={`Stake ${money(stake)} ${currency}`}
      pending="Sending..."
      variant="primary"
      isPending={isPending || !canPay}
      onClose={onClose}
      onConfirm={() => mutate(null)}
    >
      <dl className="grid grid-cols-2 gap-4">
        <Term label="Your side">{otherSide(flip.betSide).toUpperCase()}</Term>
        <Term label="You can win">{`${money(termsOf(stake).payout)} ${currency}`}</Term>
      </dl>
      {!canPay && (
        <Notice tone="warn" className="mt-4">
          You don't have enough {currency} for this stake.
        </Notice>
      )}
    </ConfirmDialog>
  );
}
