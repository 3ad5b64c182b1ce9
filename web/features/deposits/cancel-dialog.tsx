import type { Deposit } from "#domain/features/deposits/contract.ts";
import { CANCEL_FAILED, CANCELLED, whatOf } from "#web/features/deposits/messages.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { useToldMutation } from "#web/lib/api/use-told-mutation.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";

/** Asks for confirmation before a deposit is cancelled: a trade may be on its way. */
export default function CancelDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { mutate, isPending } = useToldMutation(
    (params: { readonly id: string }) => command("POST /deposits/{id}/cancel", { params, body: {} }),
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
          ? "If you have already sent the trade, cancel it on Roblox first. If it has been accepted there, keep this request: it is needed to credit you."
          : "If you have already sent the amount, keep this request: it is needed to credit you."}
      </p>
    </ConfirmDialog>
  );
}
