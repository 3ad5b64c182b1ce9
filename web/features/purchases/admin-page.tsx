import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { Link } from "wouter";
import type { AdminPurchase } from "#domain/features/purchases/contract.ts";
import { PURCHASE_FILTERS } from "#domain/features/purchases/rules.ts";
import { Price } from "#web/features/listings/listing-face.tsx";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { DELIVERY_LABELS, PAYMENT_LABELS, PAYMENT_TONES } from "#web/features/purchases/messages.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { SecondAdminNotice } from "#web/features/roles/second-admin-notice.tsx";
import { AdminFrame } from "#web/layout/admin-frame.tsx";
import { playerPath } from "#web/layout/admin-paths.ts";
import { useAddress, useAddressDialog } from "#web/lib/address.ts";
import { call } from "#web/lib/api.ts";
import { apiQuery } from "#web/lib/api-query.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { usePages } from "#web/lib/pages.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { FilterForm } from "#web/ui/filter-form.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";

const PAGES = "purchase";
const ROWS_PER_PAGE = 20;
type Status = (typeof PURCHASE_FILTERS)[number];
const STATUSES: Readonly<Record<Status | "", string>> = {
  "": "All purchases",
  open: "Waiting for payment",
  awaiting_trade: "Waiting for a trade",
  delivered: "Delivered, seller not paid",
  contested: "For an admin to decide",
  released: "Seller paid",
  undone: "Taken back",
  closed: "Came to nothing",
};
const FIELDS = [
  { name: "status", label: "Which purchases", options: STATUSES },
  { name: "player", label: "Buyer or seller", type: "search", placeholder: "Id of a player" },
] as const;
const isStatus = (text: string): text is Status => PURCHASE_FILTERS.some((one) => one === text);

const purchasesQuery = (query: { status?: Status; player?: string; next?: string }) =>
  apiQuery("GET /admin/purchases", {
    input: { query: { limit: String(ROWS_PER_PAGE), ...query } },
    topics: ["shop"],
  });

interface DialogProps {
  readonly purchase: AdminPurchase;
  readonly onClose: () => void;
}

function RefundDialog({ purchase: { id, listing, buyer, complaint }, onClose }: DialogProps) {
  const needsTwo = complaint === null;
  return (
    <ReasonedActDialog
      name={`refund-${id}`}
      title={`Refund the purchase of ${listing.title}`}
      description="All of the payment goes back to the buyer, and the item to the seller."
      hint="Buyer and seller read it."
      action={needsTwo ? "Propose" : "Refund"}
      variant="destructive"
      send={(reason, idempotencyKey) =>
        call("POST /admin/purchases/{id}/refund", { params: { id }, body: { reason }, idempotencyKey })
      }
      done={() => `${buyer.username} gets the money back.`}
      onClose={onClose}
    >
      {needsTwo && <SecondAdminNotice />}
    </ReasonedActDialog>
  );
}

function ReleaseDialog({ purchase: { id, listing, seller }, onClose }: DialogProps) {
  return (
    <ReasonedActDialog
      name={`release-${id}`}
      title={`Release the payment for ${listing.title}`}
      description="The seller is paid at once, whatever the hold and a complaint say."
      action="Propose"
      send={(reason, idempotencyKey) =>
        call("POST /admin/purchases/{id}/release", { params: { id }, body: { reason }, idempotencyKey })
      }
      done={() => `${seller.username} is paid.`}
      onClose={onClose}
    >
      <SecondAdminNotice />
    </ReasonedActDialog>
  );
}

const DIALOGS = { refund: RefundDialog, release: ReleaseDialog } as const;
const isDialog = (act: string): act is keyof typeof DIALOGS => Object.hasOwn(DIALOGS, act);

const DECIDABLE: ReadonlySet<string> = new Set(["awaiting_trade", "delivered", "confirmed"]);

const person = ({ id, username }: AdminPurchase["buyer"]) => (
  <Link href={playerPath(id)} className="text-accent underline decoration-accent/40 underline-offset-4">
    {username}
  </Link>
);

const columnsFor = (
  onAct: (act: keyof typeof DIALOGS, purchase: AdminPurchase) => void,
): readonly TableColumn<AdminPurchase>[] => [
  {
    title: "Item",
    isHeader: true,
    cell: ({ listing, id, createdAt }) => (
      <span className="block min-w-40 [overflow-wrap:anywhere]">
        <bdi>{listing.title}</bdi>
        <span className="block font-mono font-normal text-faint text-xs">{id}</span>
        <span className="block font-normal text-faint text-xs">{dateAndTime(createdAt)}</span>
      </span>
    ),
  },
  {
    title: "Buyer, seller",
    cell: ({ buyer, seller }) => (
      <>
        <span className="block">{person(buyer)}</span>
        <span className="block">{person(seller)}</span>
      </>
    ),
  },
  {
    title: "Price",
    isNumeric: true,
    cell: ({ purchasePrice, paymentMethod }) => (
      <>
        <Price price={purchasePrice} />
        <span className="block text-faint text-xs">{METHOD_LABELS[paymentMethod]}</span>
      </>
    ),
  },
  {
    title: "Status",
    cell: ({ paymentStatus, deliveryStatus, complaint, releasedAt, hasLeftSeller }) => (
      <span className="block min-w-40 space-y-1">
        <Badge tone={PAYMENT_TONES[paymentStatus]}>{PAYMENT_LABELS[paymentStatus]}</Badge>
        <span className="block text-muted text-xs">
          {DELIVERY_LABELS[deliveryStatus]}
          {releasedAt !== null && ", seller paid"}
          {deliveryStatus === "awaiting_trade" && hasLeftSeller && ", left its seller"}
        </span>
        {complaint !== null && (
          <span className="block text-warn text-xs [overflow-wrap:anywhere]">
            <bdi>{complaint.reason}</bdi>
          </span>
        )}
      </span>
    ),
  },
  {
    title: "Action",
    isTitleHidden: true,
    isNumeric: true,
    cell: (purchase) =>
      DECIDABLE.has(purchase.deliveryStatus) &&
      purchase.releasedAt === null && (
        <span className="inline-flex gap-2">
          <Button
            size="sm"
            aria-label={`Refund ${purchase.listing.title}`}
            onClick={() => onAct("refund", purchase)}
          >
            Refund
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Release ${purchase.listing.title}`}
            onClick={() => onAct("release", purchase)}
          >
            Release
          </Button>
        </span>
      ),
  },
];

function Purchases({ items, isStale }: { items: readonly AdminPurchase[]; isStale: boolean }) {
  const dialog = useAddressDialog();
  const asked = items.find(({ id }) => id === dialog.on);
  const Asked = isDialog(dialog.act) ? DIALOGS[dialog.act] : null;
  return (
    <>
      <DataTable
        caption="Purchases of everybody"
        columns={columnsFor((act, { id }) => dialog.open(act, id))}
        rows={items}
        rowKey={({ id }) => id}
        isStale={isStale}
      />
      {Asked && asked && <Asked purchase={asked} onClose={dialog.close} />}
    </>
  );
}

/** Purchases of everybody, and what admins do about those that went wrong. */
export default function AdminPurchasesPage() {
  const { get, change } = useAddress(PAGES);
  const values = { status: get("status"), player: get("player") };
  const pages = usePages(PAGES);
  const query = useQuery({
    ...purchasesQuery({
      ...(isStatus(values.status) && { status: values.status }),
      ...(values.player && { player: values.player }),
      ...(pages.cursor !== undefined && { next: pages.cursor }),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <AdminFrame
      title="Purchases"
      description="What was bought in the shop, complaints, refunds and releases."
    >
      <Card aria-labelledby="purchases" className="scroll-mt-20">
        <CardHeader id="purchases" title="Purchases" />
        <div className="mb-6">
          <FilterForm label="Filter purchases" fields={FIELDS} values={values} onApply={change} />
        </div>
        <PagedList
          of="purchases"
          query={query}
          pages={pages}
          rows={ROWS_PER_PAGE}
          rowClassName="h-20"
          empty={{ icon: ShoppingBag, text: "No purchase is like that." }}
        >
          {(items: readonly AdminPurchase[]) => <Purchases items={items} isStale={query.isPlaceholderData} />}
        </PagedList>
      </Card>
    </AdminFrame>
  );
}
