import { Star } from "lucide-react";
import { Suspense } from "react";
import { Link } from "wouter";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { RarityBadge } from "#web/features/limiteds/rarity-badge.tsx";
import { WatchButton } from "#web/features/listings/browse/watch-button.tsx";
import {
  ConditionBadge,
  itemPath,
  Methods,
  Price,
  unsaidOf,
  Views,
} from "#web/features/listings/listing-face.tsx";
import { listingActs } from "#web/features/listings/slots.ts";
import { useParts } from "#web/lib/site.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

function Seller({ seller }: { seller: ListingShown["seller"] }) {
  const { rating, sales } = seller;
  return (
    <p className="text-faint text-xs [overflow-wrap:anywhere]">
      by{" "}
      {seller.id === null ? (
        seller.username
      ) : (
        <Link href={`/players/${seller.id}`} className="tap text-muted underline-offset-4 hover:underline">
          {seller.username}
        </Link>
      )}
      {rating !== null && (
        <span className="whitespace-nowrap">
          {" "}
          <Star className="inline size-3 fill-warn text-warn" aria-hidden="true" /> {rating}
          <span className="sr-only"> of 5 stars</span>
        </span>
      )}
      {sales > 0 && <span className="whitespace-nowrap"> · {sales === 1 ? "1 sale" : `${sales} sales`}</span>}
    </p>
  );
}

function Acts({ listing }: { listing: ListingShown }) {
  const acts = useParts(listingActs);
  if (listing.isOwn) {
    return (
      <Button size="sm" disabled>
        Your Item
      </Button>
    );
  }
  return (
    <Suspense fallback={<Skeleton className="h-11 w-full sm:h-9" />}>
      {acts.map(({ View }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a site never change their order
        <View key={place} listing={listing} />
      ))}
    </Suspense>
  );
}

/** An item for sale. */
export function ListingCard({ listing }: { listing: ListingShown }) {
  const { title, limited } = listing;
  const path = itemPath(listing);
  const { name, serial } = unsaidOf(listing);
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-line bg-panel p-2.5 shadow-card sm:p-3">
      <div className="relative">
        <ItemPicture url={listing.imageUrl} className="w-full" />
        <div className="absolute inset-x-1.5 top-1.5 flex flex-wrap justify-between gap-1">
          <ConditionBadge condition={listing.condition} />
          {listing.isFeatured && <Badge tone="accent">Featured</Badge>}
        </div>
        {!listing.isOwn && (
          <div className="absolute right-1.5 bottom-1.5">
            <WatchButton listing={listing} />
          </div>
        )}
      </div>
      <div className="mt-3 flex min-w-0 grow flex-col gap-1.5 px-0.5">
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 font-semibold text-ink text-sm leading-snug [overflow-wrap:anywhere]">
            {/* A title that is the item's name leads to its prices, in the place of the name. Its text is cut off
                within it: what cuts it off from around would cut off the ring of its focus, and its room for a finger. */}
            {name === null ? (
              <Link href={path} className="tap block underline-offset-4 hover:underline">
                <bdi className="line-clamp-2">{title}</bdi>
              </Link>
            ) : (
              <bdi className="line-clamp-2">{title}</bdi>
            )}
          </h2>
          <Views views={listing.views} />
        </div>
        <p className="text-xs empty:hidden">
          {name !== null && (
            <Link
              href={path}
              className="tap text-muted underline-offset-4 [overflow-wrap:anywhere] hover:underline"
            >
              {name}
            </Link>
          )}
          {serial !== null && <span className="text-faint"> {serial}</span>}
        </p>
        <p>
          <RarityBadge rarity={limited.rarity} />
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-1 pt-1">
          <Price price={listing.priceUSD} className="text-lg" />
          <Methods methods={listing.paymentMethods} />
        </div>
        <Seller seller={listing.seller} />
      </div>
      <div className="mt-3 grid empty:hidden">
        <Acts listing={listing} />
      </div>
    </li>
  );
}
