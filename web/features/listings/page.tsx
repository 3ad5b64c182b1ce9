import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "wouter";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { ItemGrid } from "#web/features/limiteds/item-card.tsx";
import { Browse } from "#web/features/listings/browse/browse.tsx";
import { ListingCard } from "#web/features/listings/browse/listing-card.tsx";
import { ListingDialogs } from "#web/features/listings/browse/listing-dialogs.tsx";
import { DESCRIPTION, SELL, TITLE } from "#web/features/listings/messages.ts";
import { myListingsQuery, watchlistQuery } from "#web/features/listings/queries.ts";
import { MyListings, openListings } from "#web/features/listings/sell/my-listings.tsx";
import { shopTabs } from "#web/features/listings/slots.ts";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useParts } from "#web/lib/site.ts";
import { Button } from "#web/ui/button.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

const HEADING = { title: TITLE, description: DESCRIPTION };

/** The listings that the player watches; nothing while there are none. */
function Watched() {
  const { data = [] } = useQuery(watchlistQuery);
  if (data.length === 0) return null;
  return (
    <section aria-label="Watchlist" className="mt-8">
      <h2 className="mb-3 font-semibold text-ink text-lg">Watchlist ({data.length})</h2>
      <ItemGrid label="Watched listings">
        {data.map((listing) => (
          <ListingCard key={listing.id} listing={listing} />
        ))}
      </ItemGrid>
    </section>
  );
}

const SellDialog = lazy(() => import("#web/features/listings/sell/sell-dialog.tsx"));
const RemoveDialog = lazy(() => import("#web/features/listings/moderate/remove-dialog.tsx"));

/** The dialog that is open: for a new listing, or for one of the player's own. */
type Open =
  | { readonly what: "sell"; readonly listing: ListingShown | null }
  | { readonly what: "remove"; readonly listing: ListingShown }
  | null;

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** Items for sale: everybody's, and the player's own. */
export default function ShopPage() {
  const [params, setParams] = useSearchParams();
  const further = useParts(shopTabs);
  const tab =
    ["mine", ...further.map(({ value }) => value)].find((one) => one === params.get("tab")) ?? "browse";
  const mine = useQuery(myListingsQuery).data;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const sell = (
    <UnlessSuspended>
      <Button variant="primary" onClick={() => setOpen({ what: "sell", listing: null })}>
        <Plus className="size-4" aria-hidden="true" />
        {SELL}
      </Button>
    </UnlessSuspended>
  );
  return (
    <>
      <PageHeading {...HEADING} actions={sell} />
      <Tabs
        label="Shop"
        value={tab}
        onChange={(next) => setParams({ tab: next }, { replace: true })}
        tabs={[
          { value: "browse", label: "Browse", content: <Browse /> },
          {
            value: "mine",
            label: `My Listings (${mine ? openListings(mine).length : "–"})`,
            content: (
              <>
                <MyListings
                  onEdit={(listing) => setOpen({ what: "sell", listing })}
                  onRemove={(listing) => setOpen({ what: "remove", listing })}
                  sell={sell}
                />
                <Watched />
              </>
            ),
          },
          ...further.map(({ value, label, page: { View } }) => ({
            value,
            label,
            content: (
              <Suspense fallback={<SkeletonRows rows={3} className="h-24" />}>
                <View />
              </Suspense>
            ),
          })),
        ]}
      />
      <ListingDialogs />
      <Suspense fallback={null}>
        {open?.what === "sell" && <SellDialog listing={open.listing} onClose={close} />}
        {open?.what === "remove" && <RemoveDialog listing={open.listing} onClose={close} />}
      </Suspense>
    </>
  );
}
