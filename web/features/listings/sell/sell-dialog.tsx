import { useMutation, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { inventoryQuery } from "#web/features/inventory/queries.ts";
import {
  LIST_FAILED,
  LISTED,
  SAVE_FAILED,
  SAVED,
  SELL_ABOUT,
  SELL_TITLE,
} from "#web/features/listings/messages.ts";
import {
  type Draft,
  draftOf,
  type Faults,
  NEW_DRAFT,
  readChanges,
  readNew,
} from "#web/features/listings/sell/draft.ts";
import { ItemChoice } from "#web/features/listings/sell/item-choice.tsx";
import { OfferFields } from "#web/features/listings/sell/offer-fields.tsx";
import { command } from "#web/lib/api/commands/command.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { useLive } from "#web/lib/live/live.ts";
import { useDraft } from "#web/lib/store/use-draft.ts";
import { toast } from "#web/lib/toast.ts";
import { Dialog, DialogAction } from "#web/ui/dialogs/dialog.tsx";

/** Puts a copy up for sale, or changes a listing once, even if answers are lost. */
function useSend(listing: ListingShown | null, onDone: () => void) {
  const live = useLive();
  const failed = listing === null ? LIST_FAILED : SAVE_FAILED;
  const send = (draft: Draft) => {
    if (listing === null) {
      const read = readNew(draft);
      if ("faults" in read) throw new Error(failed);
      return command("POST /shop/listings", { body: read.body, makesOne: true });
    }
    const read = readChanges(draft);
    if ("faults" in read) throw new Error(failed);
    const params = { id: String(listing.id) };
    return command("PATCH /shop/listings/{id}", { params, body: read.body });
  };
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      live.changed(["shop", "inventory"], null);
      toast(listing === null ? LISTED : SAVED);
      onDone();
    },
    onError: (error) => toastError(error, failed),
  });
}

/** The item that is sold, by its id at the platform; null while none is chosen. */
function useSold(listing: ListingShown | null, { userLimitedId }: Draft): number | null {
  const { data } = useQuery(inventoryQuery);
  if (listing !== null) return listing.limited.robloxAssetId;
  return data?.find(({ id }) => id === userLimitedId)?.assetId ?? null;
}

interface SellDialogProps {
  /** The listing that is changed; null to sell an item. */
  readonly listing: ListingShown | null;
  readonly onClose: () => void;
}

/** Asks for item, description and price, and puts it up for sale. */
export default function SellDialog({ listing, onClose }: SellDialogProps) {
  const { draft, faults, setFaults, change } = useDraft<Draft, Faults>(
    listing === null ? NEW_DRAFT : draftOf(listing),
  );
  const { mutate, isPending } = useSend(listing, onClose);
  const assetId = useSold(listing, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const read = listing === null ? readNew(draft) : readChanges(draft);
    if ("faults" in read) setFaults(read.faults);
    else mutate(draft);
  };
  const action = listing === null ? "Create Listing" : "Save";
  return (
    <Dialog
      onClose={onClose}
      title={listing === null ? SELL_TITLE : "Edit Listing"}
      description={listing === null ? SELL_ABOUT : listing.limited.name}
    >
      <form noValidate onSubmit={submit} className="space-y-5">
        {listing === null && (
          <ItemChoice
            value={draft.userLimitedId}
            error={faults.userLimitedId}
            disabled={isPending}
            // Most titles begin with the item's name.
            onChange={({ id, itemName }, before) =>
              change({
                userLimitedId: id,
                ...(draft.title === "" || draft.title === before ? { title: itemName } : {}),
              })
            }
          />
        )}
        <OfferFields draft={draft} faults={faults} assetId={assetId} disabled={isPending} change={change} />
        <DialogAction type="submit" isUnavailable={isPending}>
          {isPending ? "Saving..." : action}
        </DialogAction>
      </form>
    </Dialog>
  );
}
