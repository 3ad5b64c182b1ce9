import { Suspense } from "react";
import { listingDialogs } from "#web/features/listings/slots.ts";
import { Parts } from "#web/layout/slots/parts.tsx";
import { useParts } from "#web/lib/site.ts";

/** The dialogs that the cards of a page open. */
export const ListingDialogs = () => (
  <Suspense fallback={null}>
    <Parts of={useParts(listingDialogs)} />
  </Suspense>
);
