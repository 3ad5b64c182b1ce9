import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useSearchParams } from "wouter";
import { ItemGrid, ItemGridSkeleton } from "#web/features/limiteds/item-card.tsx";
import { CriteriaForm } from "#web/features/listings/browse/criteria-form.tsx";
import { ListingCard } from "#web/features/listings/browse/listing-card.tsx";
import { NO_LISTINGS, NOTHING_FOR_SALE } from "#web/features/listings/messages.ts";
import {
  type Criteria,
  EVERYTHING,
  isEverything,
  listingsQuery,
  sellerQuery,
} from "#web/features/listings/queries.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { usePages } from "#web/lib/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Pager } from "#web/ui/lists/pager.tsx";
import { LoadErrorCard } from "#web/ui/load-error.tsx";

const SKELETONS = 8;

/** Says that only items of one seller are shown. */
function OfSeller({ id, onShowAll }: { id: string; onShowAll: () => void }) {
  const { data } = useQuery(sellerQuery(id));
  return (
    <p className="mb-4 flex flex-wrap items-center justify-between gap-3 text-muted text-sm">
      <span>
        Items from {data ? <bdi className="font-semibold text-ink">{data.username}</bdi> : "one seller"}
      </span>
      <Button size="sm" onClick={onShowAll}>
        Show everyone's items
      </Button>
    </p>
  );
}

/** What is for sale. */
export function Browse() {
  const [criteria, setCriteria] = useState(EVERYTHING);
  const pages = usePages("listings");
  const asked = useDeferredValue(criteria);
  const [params, setParams] = useSearchParams();
  const seller = params.get("seller") ?? undefined;
  const { data, error, refetch, isPlaceholderData } = useSteadyQuery(
    listingsQuery(asked, { seller, next: pages.cursor }),
  );
  // An earlier answer is shown until the next one comes, and a later page can be empty by itself.
  const isWhole = !isPlaceholderData && isEverything(asked) && seller === undefined && pages.number === 1;
  const look = (next: Criteria) => {
    setCriteria(next);
    if (pages.number > 1) pages.toNewest();
  };
  return (
    <section aria-label="Items for sale" className="scroll-mt-20">
      <CriteriaForm criteria={criteria} onChange={look} />
      {seller !== undefined && <OfSeller id={seller} onShowAll={() => setParams({}, { replace: true })} />}
      {!data && error && <LoadErrorCard {...{ error, refetch }} what="The shop" />}
      {!data && !error && <ItemGridSkeleton count={SKELETONS} />}
      {data?.items.length === 0 && (
        <Card>
          <EmptyState
            icon={SearchX}
            {...NO_LISTINGS}
            action={
              isWhole ? (
                <p className="text-muted text-sm">{NOTHING_FOR_SALE}</p>
              ) : (
                !isEverything(criteria) && <Button onClick={() => look(EVERYTHING)}>Show all items</Button>
              )
            }
          />
        </Card>
      )}
      {data && data.items.length > 0 && (
        <ItemGrid label="Listings">
          {data.items.map((listing) => (
            <ListingCard key={listing.id} listing={listing} />
          ))}
        </ItemGrid>
      )}
      {data && (
        <Pager
          of="the shop"
          pages={pages}
          older={data.next}
          order={asked.sort === "newest" ? "newest" : "other"}
          isLoading={isPlaceholderData}
        />
      )}
    </section>
  );
}
