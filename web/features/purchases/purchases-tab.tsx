import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { Link } from "wouter";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { Price } from "#web/features/listings/listing-face.tsx";
import {
  DELIVERY_LABELS,
  NO_PURCHASES,
  NO_SALES,
  PAYMENT_LABELS,
  PAYMENT_TONES,
} from "#web/features/purchases/messages.ts";
import { purchasePath, purchasesQuery, salesQuery } from "#web/features/purchases/queries.ts";
import { shortTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadedList } from "#web/ui/lists/loaded-list.tsx";

function PurchaseRow({ purchase }: { purchase: PurchaseShown }) {
  const { id, listing, paymentStatus, deliveryStatus, createdAt } = purchase;
  return (
    <li>
      <Link
        href={purchasePath(id)}
        className="-mx-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control px-2 py-3 hover:bg-raised"
      >
        <ItemPicture url={listing.imageUrl} className="w-14" />
        <span className="min-w-0 flex-1 space-y-1">
          <span className="block font-semibold text-ink text-sm [overflow-wrap:anywhere]">
            <bdi>{listing.title}</bdi>
          </span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">
            <time dateTime={createdAt}>{shortTime(createdAt)}</time>
            <Badge tone={PAYMENT_TONES[paymentStatus]}>{PAYMENT_LABELS[paymentStatus]}</Badge>
            {DELIVERY_LABELS[deliveryStatus]}
          </span>
        </span>
        <Price price={purchase.purchasePrice} />
      </Link>
    </li>
  );
}

interface ListProps {
  readonly title: string;
  readonly none: string;
  readonly query: UseQueryResult<PurchaseShown[]>;
  readonly className?: string | undefined;
}

function List({ title, none, query, className }: ListProps) {
  return (
    <Card aria-label={title} className={className}>
      <h2 className="mb-2 font-semibold text-ink text-lg">{title}</h2>
      <LoadedList
        of={title}
        query={query}
        rows={2}
        rowClassName="h-17.5"
        empty={{ icon: ShoppingBag, text: none }}
        className="divide-y divide-line"
      >
        {(purchase) => <PurchaseRow key={purchase.id} purchase={purchase} />}
      </LoadedList>
    </Card>
  );
}

/** The player's purchases and sales. */
export default function PurchasesTab() {
  const purchases = useQuery(purchasesQuery);
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <List title="Your purchases" none={NO_PURCHASES} query={purchases} />
      <List
        title="Your sales"
        none={NO_SALES}
        query={useQuery(salesQuery)}
        // Below the purchases, it waits for their number: it would be pushed away.
        className={purchases.isPending ? "hidden lg:block" : undefined}
      />
    </div>
  );
}
