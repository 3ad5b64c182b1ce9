import type { Deposit } from "#domain/features/deposits/contract.ts";
import { CANCEL_FAILED, CANCELLED, whatOf } from "#web/features/deposits/messages.ts";
import { call } from "#web/lib/api/api.ts";
import { useToldMutation } from "#web/lib/api/use-told-mutation.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";

/** Asks once more before a deposit is cancelled: a trade may be on its way. */
export default function CancelDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { mutate, isPending } = useToldMutation(
    (params: { readonly id: string }, idempotencyKey) =>
      call("POST /deposits/{id}/cancel", { params, body: {}, idempotencyKey }),
    { done: CANCELLED, failed: CANCEL_FAILED, topics: ["deposits"], onSettled: onClose },
  );
  const isOfItems = deposit.type === "roblox_limited";
  return (
    <ConfirmDialog
      title="Cancel this deposit?"
      description={`${whatOf(deposit)} will not be credited.`}
      keep="Keep deposit"
      action="Cancel deposit"
      pending="Cancelling..."
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate({ id: deposit.id })}
    >
      <p className="text-muted text-sm">
        {isOfItems
          ? "If the trade is sent already, cancel it at Roblox first. What has been accepted there needs this request to be credited."
          : "If you have sent the amount already, keep the request: it is what the amount is credited by."}
      </p>
    </ConfirmDialog>
  );
}
