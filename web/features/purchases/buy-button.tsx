import { lazy, Suspense, useState } from "react";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { BUY } from "#web/features/purchases/messages.ts";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { Button } from "#web/ui/button.tsx";

const BuyDialog = lazy(() => import("#web/features/purchases/buy-dialog.tsx"));

/** Opens the purchase of a listed item. */
export default function BuyButton({ listing }: { listing: ListingShown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <UnlessSuspended>
        <Button
          size="sm"
          variant="primary"
          aria-label={`${BUY}: ${listing.title}`}
          onClick={() => setOpen(true)}
        >
          {BUY}
        </Button>
      </UnlessSuspended>
      <Suspense fallback={null}>
        {isOpen && <BuyDialog listing={listing} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
