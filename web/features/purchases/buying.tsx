import { lazy, Suspense, useEffect } from "react";
import { wantedListing } from "#web/features/purchases/wanted-listing.ts";
import { useStore } from "#web/lib/store/store.ts";

const BuyDialog = lazy(() => import("#web/features/purchases/buy-dialog.tsx"));
const close = () => wantedListing.set(null);

/** The purchase of a listing, from its button to the answer: also when somebody else's removes its card meanwhile. */
export default function Buying() {
  const listing = useStore(wantedListing);
  useEffect(() => close, []);
  return <Suspense fallback={null}>{listing && <BuyDialog listing={listing} onClose={close} />}</Suspense>;
}
