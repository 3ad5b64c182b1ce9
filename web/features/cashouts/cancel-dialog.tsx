import { useMutation } from "@tanstack/react-query";
import type { CashoutShown } from "#domain/features/cashouts/contract.ts";
import { CANCEL_FAILED, CANCELLED } from "#web/features/cashouts/messages.ts";
import { call, errorText, isUnauthorized } from "#web/lib/api.ts";
import { useKeyed } from "#web/lib/ask-again.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { useLive } from "#web/lib/live.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

/** Asks once more before a cash-out is cancelled. */
export default function CancelDialog({ cashout, onClose }: { cashout: CashoutShown; onClose: () => void }) {
  const live = useLive();
  const send = useKeyed((params: { readonly id: string }, idempotencyKey) =>
    call("POST /cashouts/{id}/cancel", { params, body: {}, idempotencyKey }),
  );
  const { mutate, isPending } = useMutation({
    mutationFn: () => send({ id: cashout.id }),
    onSuccess: () => toast(CANCELLED),
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({ title: "Error", description: errorText(error, CANCEL_FAILED), variant: "destructive" });
    },
    onSettled: () => {
      live.changed(["cashouts", "balance"], null);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this cash-out?"
      description={`${dollars(readMoney(cashout.amount))} goes back to your balance at once.`}
    >
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Keep cash-out</Button>
        <ActionButton variant="destructive" isUnavailable={isPending} onClick={() => mutate()}>
          {isPending ? "Cancelling..." : "Cancel cash-out"}
        </ActionButton>
      </div>
    </Dialog>
  );
}
