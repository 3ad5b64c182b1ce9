import { useQuery } from "@tanstack/react-query";
import { ItemGrid } from "#web/features/limiteds/item-card.tsx";
import { ListingCard } from "#web/features/listings/browse/listing-card.tsx";
import { watchlistQuery } from "#web/features/listings/queries.ts";

/** The listings that the player watches; nothing while there are none. */
export function Watched() {
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
