import { Store } from "lucide-react";
import { Link } from "wouter";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { itemPath, Price } from "#web/features/listings/listing-face.tsx";
import { EVERYTHING, listingsQuery } from "#web/features/listings/queries.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { ConsoleList, type RowDialogProps } from "#web/layout/console/console-list.tsx";
import { command } from "#web/lib/api/commands/command.ts";
import { useLive } from "#web/lib/live/live.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { actionColumn, type TableColumn } from "#web/ui/lists/data-table.tsx";

const ROWS = 24;
const FIELDS = [
  { name: "search", label: "Title or item", type: "search", placeholder: "Part of a title" },
] as const;

type Act = "feature" | "unfeature" | "remove";
const WORDS: Readonly<
  Record<Act, { readonly title: string; readonly action: string; readonly text: string }>
> = {
  feature: { title: "Feature", action: "Feature", text: "It is shown ahead of the others in the shop." },
  unfeature: { title: "Stop featuring", action: "Save", text: "It is shown among the others again." },
  remove: {
    title: "Take from the shop",
    action: "Take away",
    text: "Nobody can buy it, and the seller can use the item again.",
  },
};

interface ActDialogProps extends RowDialogProps<ListingShown> {
  readonly act: Act;
}

function ActDialog({ act, row: { id, title }, onClose }: ActDialogProps) {
  const live = useLive();
  const words = WORDS[act];
  return (
    <ReasonedActDialog
      name={`${act}-${id}`}
      title={`${words.title}: ${title}`}
      description={words.text}
      action={words.action}
      {...(act === "remove" && { variant: "destructive" as const })}
      send={(reason) =>
        command("PUT /admin/shop/listings/{id}", {
          params: { id: String(id) },
          body: act === "remove" ? { isActive: false, reason } : { isFeatured: act === "feature", reason },
        })
      }
      done={() => `${title}: done.`}
      onDone={() => live.changed(["shop"], null)}
      onClose={onClose}
    />
  );
}

const DIALOGS = {
  feature: (props: RowDialogProps<ListingShown>) => <ActDialog act="feature" {...props} />,
  unfeature: (props: RowDialogProps<ListingShown>) => <ActDialog act="unfeature" {...props} />,
  remove: (props: RowDialogProps<ListingShown>) => <ActDialog act="remove" {...props} />,
};

const columnsFor = (onAct: (act: Act, row: ListingShown) => void): readonly TableColumn<ListingShown>[] => [
  {
    title: "Listing",
    isHeader: true,
    cell: (listing) => (
      <span className="block min-w-40 [overflow-wrap:anywhere]">
        <bdi>{listing.title}</bdi> {listing.isFeatured && <Badge tone="accent">Featured</Badge>}
        <Link
          href={itemPath(listing)}
          className="tap block font-normal text-accent text-xs underline underline-offset-4"
        >
          {listing.limited.name}
        </Link>
      </span>
    ),
  },
  { title: "Seller", cell: ({ seller }) => seller.username },
  { title: "Price", isNumeric: true, cell: ({ priceUSD }) => <Price price={priceUSD} /> },
  { title: "Views", isNumeric: true, cell: ({ views }) => views },
  actionColumn((listing) => (
    <>
      <Button
        size="sm"
        aria-label={`${listing.isFeatured ? "Stop featuring" : "Feature"} ${listing.title}`}
        onClick={() => onAct(listing.isFeatured ? "unfeature" : "feature", listing)}
      >
        {listing.isFeatured ? "Unfeature" : "Feature"}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Take away ${listing.title}`}
        onClick={() => onAct("remove", listing)}
      >
        Take away
      </Button>
    </>
  )),
];

/** What is for sale, for admins: to feature it, or to take it from the shop. */
export const AdminListings = () => (
  <ConsoleList
    id="admin-listings"
    title="Listings"
    of="listings"
    pagesIn="listing"
    filters={{ label: "Filter listings", fields: FIELDS }}
    query={({ search = "" }, next) => listingsQuery({ ...EVERYTHING, search }, { seller: undefined, next })}
    rows={ROWS}
    rowClassName="h-14"
    empty={{ icon: Store, text: "Nothing is for sale." }}
    caption="What is for sale"
    columns={columnsFor}
    rowKey={({ id }) => String(id)}
    dialogs={DIALOGS}
  />
);
