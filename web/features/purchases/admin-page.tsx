import { ShoppingBag } from "lucide-react";
import { Link } from "wouter";
import type { AdminPurchase } from "#domain/features/purchases/contract.ts";
import { PURCHASE_FILTERS } from "#domain/features/purchases/rules.ts";
import { Price } from "#web/features/listings/listing-face.tsx";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { DELIVERY_LABELS, PAYMENT_LABELS, PAYMENT_TONES } from "#web/features/purchases/messages.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { playerPath } from "#web/layout/console/admin-paths.ts";
import { ConsolePage, type RowDialogProps } from "#web/layout/console/console-list.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { sendReason } from "#web/lib/api/commands/send.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, LINKED } from "#web/ui/button.tsx";
import { actionColumn, type TableColumn } from "#web/ui/lists/data-table.tsx";

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
  closed: "Not completed",
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

function RefundDialog({ row: { id, listing, buyer, complaint }, onClose }: RowDialogProps<AdminPurchase>) {
  return (
    <ReasonedActDialog
      name={`refund-${id}`}
      title={`Refund the purchase of ${listing.title}`}
      description="The full payment goes back to the buyer, and the item to the seller."
      hint="Buyer and seller see it."
      action="Refund"
      isProposed={complaint === null}
      variant="destructive"
      send={sendReason("POST /admin/purchases/{id}/refund", { id })}
      done={() => `${buyer.username} gets the money back.`}
      onClose={onClose}
    />
  );
}

function ReleaseDialog({ row: { id, listing, seller }, onClose }: RowDialogProps<AdminPurchase>) {
  return (
    <ReasonedActDialog
      name={`release-${id}`}
      title={`Release the payment for ${listing.title}`}
      description="The seller is paid at once, despite any hold or complaint. If the payment was reversed and the item cannot come back, the buyer owes it."
      action="Propose"
      isProposed
      send={sendReason("POST /admin/purchases/{id}/release", { id })}
      done={() => `${seller.username} is paid.`}
      onClose={onClose}
    />
  );
}

const DIALOGS = { refund: RefundDialog, release: ReleaseDialog };

const DECIDABLE: ReadonlySet<string> = new Set(["awaiting_trade", "delivered", "confirmed"]);

const person = ({ id, username }: AdminPurchase["buyer"]) => (
  <Link href={playerPath(id)} className={LINKED}>
    {username}
  </Link>
);

const FACTS: readonly TableColumn<AdminPurchase>[] = [
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
];

const columnsFor = (
  onAct: (act: string, row: AdminPurchase) => void,
): readonly TableColumn<AdminPurchase>[] => [
  ...FACTS,
  actionColumn(
    (purchase) =>
      DECIDABLE.has(purchase.deliveryStatus) &&
      purchase.releasedAt === null && (
        <>
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
        </>
      ),
  ),
];

/** All purchases, and the admins' actions on troubled ones. */
export default function AdminPurchasesPage() {
  return (
    <ConsolePage
      screen={{
        title: "Purchases",
        description: "What was bought in the shop, complaints, refunds and releases.",
      }}
      id="purchases"
      title="All purchases"
      of="purchases"
      pagesIn="purchase"
      filters={{ label: "Filter purchases", fields: FIELDS }}
      query={({ status = "", player }, next) =>
        purchasesQuery({
          ...(isStatus(status) && { status }),
          ...(player && { player }),
          ...(next !== undefined && { next }),
        })
      }
      exports={{ path: "/admin/purchases", query: (values) => values }}
      rows={ROWS_PER_PAGE}
      rowClassName="h-20"
      empty={{ icon: ShoppingBag, text: "No matching purchases." }}
      caption="Purchases of everybody"
      columns={columnsFor}
      rowKey={({ id }) => id}
      dialogs={DIALOGS}
    />
  );
}
