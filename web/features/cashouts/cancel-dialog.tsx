import type { CashoutShown } from "#domain/features/cashouts/contract.ts";
import { CANCEL_FAILED, CANCELLED } from "#web/features/cashouts/messages.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { useToldMutation } from "#web/lib/api/use-told-mutation.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";

/** Asks for confirmation before a cash-out is cancelled. */
export default function CancelDialog({ cashout, onClose }: { cashout: CashoutShown; onClose: () => void }) {
  const { mutate, isPending } = useToldMutation(
    (params: { readonly id: string }) => command("POST /cashouts/{id}/cancel", { params, body: {} }),
    { done: CANCELLED, failed: CANCEL_FAILED, topics: ["cashouts", "balance"], onSettled: onClose },
  );
  return (
    <ConfirmDialog
      title="Cancel this cash-out?"
      description={`${dollars(readMoney(cashout.amount))} goes back to your balance at once.`}
      keep="Keep cash-out"
      action="Cancel cash-out"
      pending="Cancelling..."
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate({ id: cashout.id })}
    />
  );
}
