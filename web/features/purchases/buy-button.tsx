import { useEffect } from "react";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { BUY } from "#web/features/purchases/messages.ts";
import { wantedListing } from "#web/features/purchases/wanted-listing.ts";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { useStore } from "#web/lib/store/store.ts";
import { Button } from "#web/ui/button.tsx";

/** Opens the purchase of a listed item. */
export default function BuyButton({ listing }: { listing: ListingShown }) {
  const isWanted = useStore(wantedListing)?.id === listing.id;
  // The dialog tells the price that the purchase will have, also when the seller changes it meanwhile.
  useEffect(() => {
    if (isWanted) wantedListing.set(listing);
  }, [isWanted, listing]);
  return (
    <UnlessSuspended>
      <Button
        size="sm"
        variant="primary"
        aria-label={`${BUY}: ${listing.title}`}
        onClick={() => wantedListing.set(listing)}
      >
        {BUY}
      </Button>
    </UnlessSuspended>
  );
}
