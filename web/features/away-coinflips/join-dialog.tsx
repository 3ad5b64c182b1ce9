import { useQueryClient } from "@tanstack/react-query";
import type { AwayCoinflip } from "#domain/features/away-coinflips/contract.ts";
import { otherSide } from "#domain/features/live-coinflips/rules.ts";
import { awayFlipsQuery, awayStakesQuery } from "#web/features/away-coinflips/queries.ts";
import { useSelection } from "#web/features/live-coinflips/create/use-selection.ts";
import { JoinQuestion } from "#web/features/live-coinflips/join/join-question.tsx";
import type { JoinBody } from "#web/features/live-coinflips/use-commands.ts";
import { termsOf } from "#web/features/live-coinflips/watch/flip.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { useUser } from "#web/lib/api/session.ts";
import { useToldMutation } from "#web/lib/api/use-told-mutation.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { balanceOf } from "#web/lib/stakes/stake.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Term } from "#web/ui/proofs/term.tsx";

interface JoinAwayProps {
  readonly flip: AwayCoinflip;
  readonly onClose: () => void;
}

const TRAVELS = "goes to the log of this game. If the game has closed by then, you get it back.";

/** Sends a stake to the log of a game. */
function useStake({ flip, onClose }: JoinAwayProps) {
  const queryClient = useQueryClient();
  return useToldMutation(
    (stake: Stake) =>
      command("POST /away-coinflips/{id}/join", {
        params: { id: flip.id },
        body: { log: flip.log, ...stake },
      }),
    {
      done: { title: "Stake sent", description: "The result will appear here." },
      failed: "The stake was not sent.",
      topics: ["balance", "inventory", "games"],
      onSettled: () => {
        for (const { queryKey } of [awayFlipsQuery, awayStakesQuery])
          void queryClient.invalidateQueries({ queryKey });
        onClose();
      },
    },
  );
}

type Stake =
  | { readonly currency: "RBX" | "TIX"; readonly betAmount: number }
  | { readonly betItems: JoinBody["betItems"] };

/** Confirms a stake on a coinflip of another log: its cost, its possible win, and where it is played. */
export default function JoinAway({ flip, onClose }: JoinAwayProps) {
  return flip.betAmount === null ? (
    <WithItems flip={flip} onClose={onClose} />
  ) : (
    <WithCurrency flip={flip} onClose={onClose} betAmount={flip.betAmount} />
  );
}

/** The dialog for a game of items. Its log values them by its own catalogue, and may refuse the match. */
function WithItems({ flip, onClose }: JoinAwayProps) {
  const selection = useSelection(undefined, true);
  const { mutate, isPending } = useStake({ flip, onClose });
  return (
    <Dialog
      onClose={onClose}
      title="Join Coinflip"
      description={`What you choose ${TRAVELS} That log values your items by its own catalogue.`}
    >
      <JoinQuestion
        flip={flip}
        problem={null}
        selection={selection}
        onJoin={({ betItems }) => {
          if (!isPending) mutate({ betItems });
        }}
      />
    </Dialog>
  );
}

function WithCurrency({ flip, onClose, betAmount }: JoinAwayProps & { readonly betAmount: string }) {
  const user = useUser();
  const stake = readMoney(betAmount);
  const currency = flip.betSide === "rbx" ? "RBX" : "TIX";
  const canPay = balanceOf(user, flip.betSide) >= stake;
  const { mutate, isPending } = useStake({ flip, onClose });
  return (
    <ConfirmDialog
      title="Join Coinflip"
      description={`Your stake ${TRAVELS}`}
      keep="Not now"
      action={`Stake ${money(stake)} ${currency}`}
      pending="Sending..."
      variant="primary"
      isPending={isPending || !canPay}
      onClose={onClose}
      onConfirm={() => mutate({ currency, betAmount: Number(betAmount) })}
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
