import { useQuery } from "@tanstack/react-query";
import { Inbox, Scale, Wallet } from "lucide-react";
import { type ComponentProps, Suspense } from "react";
import type { PaymentDifference, PaymentsShown } from "#domain/features/payments/contract.ts";
import { paymentSections } from "#web/features/payments/slots.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { useParts } from "#web/lib/site.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";
import { When } from "#web/ui/when.tsx";

/** Payments that are read, webhooks that came, and what differs. */
const paymentsQuery = () => apiQuery("GET /admin/payments");

/** How often they are asked for, in milliseconds: they are beside the log. */
const PAYMENTS_EVERY_MS = 15_000;

const PROVIDERS = { stripe: "Stripe", paypal: "PayPal", btcpay: "BTCPay" } as const;
const WHAT: Readonly<Record<PaymentDifference["what"], string>> = {
  unknown: "Not ours",
  missing: "Not in the list",
  amount: "Another amount",
  refunded: "Refunds",
  taken: "Disputes",
  payout: "Payout",
  fee: "Fees",
};
const Id = ({ children }: { children: string | null }) => (
  <code className="block whitespace-nowrap font-mono text-xs">{children ?? "none"}</code>
);
/** One above the other: beside each other they are too wide for a tablet. */
const Ids = ({ paymentId, reference }: { paymentId: string | null; reference: string | null }) => (
  <>
    <Id>{paymentId}</Id>
    <Id>{reference}</Id>
  </>
);
const usd = (amount: string) => dollars(readMoney(amount));

const DIFFERENCES: readonly TableColumn<PaymentDifference>[] = [
  { title: "Night", isHeader: true, cell: ({ night }) => night },
  { title: "Provider", cell: ({ provider }) => PROVIDERS[provider] },
  { title: "What", cell: ({ what }) => WHAT[what] },
  { title: "Ours", isNumeric: true, cell: ({ ours }) => usd(ours) },
  { title: "Theirs", isNumeric: true, cell: ({ theirs }) => usd(theirs) },
  { title: "Payment or cash-out, reference", cell: (difference) => <Ids {...difference} /> },
];
const OPEN: readonly TableColumn<PaymentsShown["open"][number]>[] = [
  { title: "Begun", isHeader: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: "Provider", cell: ({ provider }) => PROVIDERS[provider] },
  { title: "Received", isNumeric: true, cell: ({ received }) => usd(received) },
  { title: "Next reading", cell: ({ dueAt }) => <When at={dueAt} /> },
  { title: "Payment, reference", cell: (payment) => <Ids {...payment} /> },
];
const INBOX: readonly TableColumn<PaymentsShown["inbox"][number]>[] = [
  { title: "Time", isHeader: true, cell: ({ receivedAt }) => <When at={receivedAt} /> },
  { title: "Provider", cell: ({ provider }) => PROVIDERS[provider] },
  { title: "Type", cell: ({ type }) => <Id>{type}</Id> },
  { title: "Reference", cell: ({ reference }) => <Id>{reference}</Id> },
];

interface ListProps<T> extends Omit<ComponentProps<typeof DataTable<T>>, "caption"> {
  readonly id: string;
  readonly title: string;
  readonly empty: ComponentProps<typeof EmptyState>;
}

function List<T>({ id, title, empty, ...table }: ListProps<T>) {
  return (
    <Card>
      <CardHeader id={id} title={title} />
      {table.rows.length === 0 ? <EmptyState {...empty} /> : <DataTable caption={title} {...table} />}
    </Card>
  );
}

function Check({ check }: { check: PaymentsShown["lastCheck"] }) {
  if (check === null)
    return <Notice tone="info">The books have not been compared with the providers' lists yet.</Notice>;
  const { night, found, trouble, finishedAt } = check;
  if (finishedAt === null) return <Notice tone="info">The night of {night} is being compared.</Notice>;
  return (
    <Notice tone={found > 0 || trouble !== null ? "warn" : "info"}>
      The night of {night}: {found === 0 ? "no differences" : `${found} found`}.
      {trouble !== null && ` Could not be asked: ${trouble}.`}
    </Notice>
  );
}

function Shown({ data }: { data: PaymentsShown }) {
  return (
    <>
      <Check check={data.lastCheck} />
      <List
        id="differences"
        title="Differences"
        columns={DIFFERENCES}
        rows={data.differences}
        rowKey={({ night, provider, reference, what }) => `${night} ${provider} ${reference} ${what}`}
        empty={{ icon: Scale, text: "Our books and the providers' lists agree." }}
      />
      <List
        id="open"
        title="Open payments"
        columns={OPEN}
        rows={data.open}
        rowKey={({ paymentId }) => paymentId}
        empty={{ icon: Wallet, text: "No open payments." }}
      />
      <List
        id="inbox"
        title="Webhooks"
        columns={INBOX}
        rows={data.inbox}
        rowKey={({ provider, eventId }) => `${provider} ${eventId}`}
        empty={{ icon: Inbox, text: "No webhooks yet." }}
      />
    </>
  );
}

/** What payment providers say, and where our books differ from their lists. */
export default function PaymentsPage() {
  const { data, error, refetch } = useQuery({ ...paymentsQuery(), refetchInterval: PAYMENTS_EVERY_MS });
  const sections = useParts(paymentSections);
  return (
    <AdminFrame
      title="Payments"
      description="Open payments, webhooks received, and differences from the providers' lists."
    >
      <Suspense fallback={null}>
        {sections.map((Section, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections are declared once, in one order
          <Section.View key={at} />
        ))}
      </Suspense>
      {data ? (
        <Shown data={data} />
      ) : (
        <Card>
          <Unloaded {...{ error, refetch }} what="Payments" rows={6} className="h-10" />
        </Card>
      )}
    </AdminFrame>
  );
}
