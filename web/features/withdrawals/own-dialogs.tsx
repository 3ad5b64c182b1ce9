import type { UserLimited } from "#domain/features/inventory/contract.ts";
import type { WithdrawalShown } from "#domain/features/withdrawals/contract.ts";
import { CANCELLED, FAILED, RECEIVED, REQUESTED, whatOf } from "#web/features/withdrawals/messages.ts";
import type { OwnAct } from "#web/features/withdrawals/withdrawal-row.tsx";
import { command } from "#web/lib/api/commands/command.ts";
import { useToldMutation } from "#web/lib/api/use-told-mutation.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";

const TOPICS = ["withdrawals", "inventory"] as const;

/** Asks for confirmation before an item is withdrawn. */
export function RequestDialog({ entry, onClose }: { entry: UserLimited; onClose: () => void }) {
  const { mutate, isPending } = useToldMutation(
    (userLimitedId: number) =>
      command("POST /items/withdrawals", { body: { userLimitedId }, makesOne: true }),
    { done: REQUESTED, failed: FAILED, topics: TOPICS, onSettled: onClose },
  );
  return (
    <ConfirmDialog
      title={`Withdraw ${whatOf(entry)}?`}
      description="An admin reviews it and sends it in a trade to the Roblox account you sign in with."
      keep="Keep it here"
      action="Withdraw item"
      pending="Requesting..."
      variant="primary"
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate(entry.id)}
    >
      <ul className="list-disc space-y-1 pl-5 text-muted text-sm">
        <li>Until then you cannot stake or sell it.</li>
        <li>It costs nothing. You can cancel until it is approved.</li>
        <li>Trading has to be turned on in your Roblox account.</li>
      </ul>
    </ConfirmDialog>
  );
}

const WORDS = {
  cancel: {
    title: "Cancel this withdrawal?",
    description: "stays with us, in custody. You can stake it again at once.",
    keep: "Keep withdrawal",
    action: "Cancel withdrawal",
    pending: "Cancelling...",
    done: CANCELLED,
  },
  receive: {
    title: "Have you received the item?",
    description: "is then yours on Roblox alone. Confirm only once it is in your inventory there.",
    keep: "Not yet",
    action: "I have it",
    pending: "Saving...",
    done: RECEIVED,
  },
} as const;

interface OwnDialogProps {
  readonly act: OwnAct;
  readonly withdrawal: WithdrawalShown;
  readonly onClose: () => void;
}

/** Asks for confirmation before a withdrawal is ended by its player. */
export function OwnDialog({ act, withdrawal, onClose }: OwnDialogProps) {
  const { done, description, ...words } = WORDS[act];
  const { mutate, isPending } = useToldMutation(
    (params: { readonly id: string }) =>
      act === "cancel"
        ? command("POST /items/withdrawals/{id}/cancel", { params, body: {} })
        : command("POST /items/withdrawals/{id}/receive", { params, body: {} }),
    { done, failed: FAILED, topics: TOPICS, onSettled: onClose },
  );
  return (
    <ConfirmDialog
      {...words}
      description={`${whatOf(withdrawal)} ${description}`}
      variant={act === "cancel" ? "destructive" : "primary"}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate({ id: withdrawal.id })}
    />
  );
}
