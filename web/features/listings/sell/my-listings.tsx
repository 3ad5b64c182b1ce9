import { useQuery } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import type { ReactNode } from "react";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { ConditionBadge, Price, Views } from "#web/features/listings/listing-face.tsx";
import { NO_OWN_LISTINGS } from "#web/features/listings/messages.ts";
import { myListingsQuery } from "#web/features/listings/queries.ts";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { shortTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

interface RowProps {
  readonly listing: ListingShown;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function ListingRow({ listing, onEdit, onRemove }: RowProps) {
  const { title, status } = listing;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <ItemPicture url={listing.imageUrl} className="w-16" />
      <div className="min-w-0 flex-1 space-y-1">
        <h2 className="font-semibold text-ink text-sm [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">
          <Views views={listing.views} />
          <time dateTime={listing.createdAt}>Listed {shortTime(listing.createdAt)}</time>
          <ConditionBadge condition={listing.condition} />
          {status === "reserved" && <Badge tone="waiting">Awaiting payment</Badge>}
        </p>
      </div>
      <Price price={listing.priceUSD} className="text-lg" />
      <div className="grid w-full grid-cols-2 gap-2 sm:w-auto">
        <UnlessSuspended>
          <Button size="sm" disabled={status === "reserved"} aria-label={`Edit ${title}`} onClick={onEdit}>
            Edit
          </Button>
        </UnlessSuspended>
        <Button size="sm" disabled={status === "reserved"} aria-label={`Remove ${title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

interface MyListingsProps {
  readonly onEdit: (listing: ListingShown) => void;
  readonly onRemove: (listing: ListingShown) => void;
  /** The button that sells the first item. */
  readonly sell: ReactNode;
}

/** Listings that are not at an end. */
export const openListings = (listings: readonly ListingShown[]): readonly ListingShown[] =>
  listings.filter(({ status }) => status === "active" || status === "reserved");

/** The player's own items that are for sale. */
export function MyListings({ onEdit, onRemove, sell }: MyListingsProps) {
  const { data, error, refetch } = useQuery(myListingsQuery);
  if (!data) {
    return (
      <Card>
        <Unloaded {...{ error, refetch }} what="Your listings" rows={3} className="h-24" />
      </Card>
    );
  }
  const open = openListings(data);
  return (
    <Card aria-label="My listings">
      <p role="status" className="text-muted text-sm">
        {open.length === 1 ? "1 item" : `${open.length} items`}
      </p>
      {open.length === 0 ? (
        <EmptyState icon={Tag} {...NO_OWN_LISTINGS} action={sell} />
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {open.map((listing) => (
            <ListingRow
              key={listing.id}
              listing={listing}
              onEdit={() => onEdit(listing)}
              onRemove={() => onRemove(listing)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
