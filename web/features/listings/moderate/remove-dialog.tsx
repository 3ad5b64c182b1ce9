import type { ListingShown } from "#domain/features/listings/contract.ts";
import { REMOVE_FAILED, REMOVED } from "#web/features/listings/messages.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { useToldMutation } from "#web/lib/api/use-told-mutation.ts";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";

interface RemoveDialogProps {
  readonly listing: ListingShown;
  readonly onClose: () => void;
}

/** Asks for confirmation before a listing is taken back. */
export default function RemoveDialog({ listing, onClose }: RemoveDialogProps) {
  const { mutate, isPending } = useToldMutation(
    (params: { readonly id: string }) => command("DELETE /shop/listings/{id}", { params }),
    { done: REMOVED, failed: REMOVE_FAILED, topics: ["shop", "inventory"], onSettled: onClose },
  );
  return (
    <ConfirmDialog
      title="Remove this listing?"
      description={`${listing.limited.name} goes back to your inventory, and nobody can buy it.`}
      keep="Keep listing"
      action="Remove listing"
      pending="Removing..."
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate({ id: String(listing.id) })}
    />
  );
}
