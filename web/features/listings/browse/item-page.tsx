import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, TrendingUp } from "lucide-react";
import { Link, useParams } from "wouter";
import type { ItemPrices } from "#domain/features/listings/contract.ts";
import { ItemGrid, ItemGridSkeleton } from "#web/features/limiteds/item-card.tsx";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { ItemValue } from "#web/features/limiteds/item-value.tsx";
import { limitedsQuery } from "#web/features/limiteds/queries.ts";
import { RarityBadge } from "#web/features/limiteds/rarity-badge.tsx";
import { ListingCard } from "#web/features/listings/browse/listing-card.tsx";
import { ListingDialogs } from "#web/features/listings/browse/listing-dialogs.tsx";
import { Price } from "#web/features/listings/listing-face.tsx";
import { MEDIAN_LABEL } from "#web/features/listings/messages.ts";
import { EVERYTHING, itemPricesQuery, listingsQuery } from "#web/features/listings/queries.ts";
import NotFoundPage from "#web/layout/not-found-page.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { isNotFound } from "#web/lib/api/api.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { usePages } from "#web/lib/pages.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { Pager } from "#web/ui/lists/pager.tsx";
import { LoadErrorCard } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** What the platform numbers items by; anything else in the address names none. */
const ASSET_ID = /^[1-9]\d{0,14}$/;

type Sale = ItemPrices["sales"][number];
const COLUMNS: readonly TableColumn<Sale>[] = [
  {
    title: "Sold",
    isHeader: true,
    cell: ({ soldAt }) => <time dateTime={soldAt}>{dateAndTime(soldAt)}</time>,
  },
  { title: "Price", isNumeric: true, cell: ({ priceUSD }) => <Price price={priceUSD} /> },
];

const priceOr = (price: string | null, none: string) => (price === null ? none : <Price price={price} />);

function Prices({ prices }: { prices: ItemPrices }) {
  const { sales, median, lowest, suggestion, most } = prices;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card aria-label="Prices">
        <h2 className="font-semibold text-ink text-lg">Prices</h2>
        <Facts className="mt-2">
          <Fact label="Lowest listed">{priceOr(lowest, "Not for sale at the moment")}</Fact>
          <Fact label={MEDIAN_LABEL}>{priceOr(median, "None sold")}</Fact>
          <Fact label="Suggested price">
            <Price price={suggestion} />
          </Fact>
          <Fact label="Highest price" note="Ten times its value in dollars.">
            <Price price={most} />
          </Fact>
        </Facts>
      </Card>
      <Card aria-label="Sales">
        <h2 className="mb-2 font-semibold text-ink text-lg">Sales</h2>
        {sales.length === 0 ? (
          <EmptyState icon={TrendingUp} text="No copy of this item has been sold here yet." />
        ) : (
          <DataTable
            caption="Sold copies, newest first"
            columns={COLUMNS}
            rows={sales}
            rowKey={({ soldAt, priceUSD }) => `${soldAt} ${priceUSD}`}
          />
        )}
      </Card>
    </div>
  );
}

/** The copies of an item that are for sale, the cheapest first. */
function ForSale({ assetId }: { assetId: number }) {
  const pages = usePages("copies");
  const { data, error, refetch, isPlaceholderData } = useSteadyQuery(
    listingsQuery({ ...EVERYTHING, sort: "price_asc" }, { limitedId: assetId, next: pages.cursor }),
  );
  if (data?.items.length === 0 && pages.number === 1) return null;
  return (
    <section className="mt-8 scroll-mt-20" aria-labelledby="for-sale">
      <h2 id="for-sale" className="mb-4 font-semibold text-ink text-lg">
        For sale
      </h2>
      {!data && error && <LoadErrorCard {...{ error, refetch }} what="What is for sale" />}
      {!data && !error && <ItemGridSkeleton count={1} />}
      {data && (
        <ItemGrid label="Copies for sale">
          {data.items.map((listing) => (
            <ListingCard key={listing.id} listing={listing} />
          ))}
        </ItemGrid>
      )}
      {data && (
        <Pager
          of="the copies for sale"
          order="other"
          pages={pages}
          older={data.next}
          isLoading={isPlaceholderData}
        />
      )}
    </section>
  );
}

/** Current and past prices of an item's copies, and the copies that are for sale. */
export default function ItemPage() {
  const { id = "" } = useParams();
  const isNumber = ASSET_ID.test(id);
  const assetId = isNumber ? Number(id) : 0;
  const catalogue = useQuery(limitedsQuery);
  const limited = catalogue.data?.find(({ robloxAssetId }) => robloxAssetId === assetId);
  const { data, error, refetch } = useQuery({ ...itemPricesQuery(assetId), enabled: isNumber });
  if (!isNumber || isNotFound(error)) return <NotFoundPage />;
  return (
    <>
      <Link
        href="/shop"
        className="mb-3 inline-flex min-h-11 items-center gap-2 text-muted text-sm hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        Back to the shop
      </Link>
      <PageHeading
        title={limited?.name ?? `Item ${assetId}`}
        description={
          limited ? (
            <span className="inline-flex items-center gap-3">
              <RarityBadge rarity={limited.rarity} />
              <ItemValue value={limited.estimatedValue} />
            </span>
          ) : (
            catalogue.isPending && <Skeleton className="h-6 w-40" />
          )
        }
        actions={<ItemPicture url={limited?.imageUrl ?? ""} className="w-24" />}
      />
      {!data && (
        <Card>
          <Unloaded {...{ error, refetch }} what="The prices" rows={4} className="h-12" />
        </Card>
      )}
      {data && <Prices prices={data} />}
      {typeof data?.lowest === "string" && <ForSale assetId={assetId} />}
      <ListingDialogs />
    </>
  );
}
