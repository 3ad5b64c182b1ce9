import { useMutation } from "@tanstack/react-query";
import type { Deposit } from "#domain/features/deposits/contract.ts";
import { CANCEL_FAILED, CANCELLED, whatOf } from "#web/features/deposits/messages.ts";
import { call, errorText, isUnauthorized } from "#web/lib/api.ts";
import { useKeyed } from "#web/lib/ask-again.ts";
import { useLive } from "#web/lib/live.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

/** Cancels a deposit, once however often its answer is lost. */
function useCancel(id: string, onDone: () => void) {
  const live = useLive();
  const send = useKeyed((input: { readonly id: string }, idempotencyKey) =>
    call("POST /deposits/{id}/cancel", { params: input, body: {}, idempotencyKey }),
  );
  return useMutation({
    mutationFn: () => send({ id }),
    onSuccess: () => toast(CANCELLED),
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({ title: "Error", description: errorText(error, CANCEL_FAILED), variant: "destructive" });
    },
    onSettled: () => {
      live.changed(["deposits"], null);
      onDone();
    },
  });
}

/** Asks once more before a deposit is cancelled: a trade may be on its way. */
export default function CancelDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { mutate, isPending } = useCancel(deposit.id, onClose);
  const isOfItems = deposit.type === "roblox_limited";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this deposit?"
      description={`${whatOf(deposit)} will not be credited.`}
    >
      <p className="text-muted text-sm">
        {isOfItems
          ? "If the trade is sent already, cancel it at Roblox first. What has been accepted there needs this request to be credited."
          : "If you have sent the amount already, keep the request: it is what the amount is credited by."}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Keep deposit</Button>
        <ActionButton variant="destructive" isUnavailable={isPending} onClick={() => mutate()}>
          {isPending ? "Cancelling..." : "Cancel deposit"}
        </ActionButton>
      </div>
    </Dialog>
  );
}
