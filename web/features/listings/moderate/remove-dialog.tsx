import { useMutation } from "@tanstack/react-query";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { REMOVE_FAILED, REMOVED } from "#web/features/listings/messages.ts";
import { call, errorText, isUnauthorized } from "#web/lib/api/api.ts";
import { useKeyed } from "#web/lib/api/ask-again.ts";
import { useLive } from "#web/lib/live/live.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";

/** Removes a listing, once however often its answer is lost. */
function useRemove(id: number, onDone: () => void) {
  const live = useLive();
  const send = useKeyed((input: { readonly id: string }, idempotencyKey) =>
    call("DELETE /shop/listings/{id}", { params: input, idempotencyKey }),
  );
  return useMutation({
    mutationFn: () => send({ id: String(id) }),
    onSuccess: () => toast(REMOVED),
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({ title: "Error", description: errorText(error, REMOVE_FAILED), variant: "destructive" });
    },
    onSettled: () => {
      live.changed(["shop", "inventory"], null);
      onDone();
    },
  });
}

interface RemoveDialogProps {
  readonly listing: ListingShown;
  readonly onClose: () => void;
}

/** Asks once more before a listing is taken back. */
export default function RemoveDialog({ listing, onClose }: RemoveDialogProps) {
  const { mutate, isPending } = useRemove(listing.id, onClose);
  return (
    <Dialog
      onClose={onClose}
      title="Remove this listing?"
      description={`${listing.limited.name} goes back to your inventory, and nobody can buy it.`}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Keep listing</Button>
        <ActionButton variant="destructive" isUnavailable={isPending} onClick={() => mutate()}>
          {isPending ? "Removing..." : "Remove listing"}
        </ActionButton>
      </div>
    </Dialog>
  );
}
