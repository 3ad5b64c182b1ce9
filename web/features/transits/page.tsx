import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import type { PeerBalance, TransitShown, TransitWay } from "#domain/features/transits/contract.ts";
import { SendCard } from "#web/features/transits/send-card.tsx";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { ConsoleList } from "#web/layout/console/console-list.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadErrorCard } from "#web/ui/load-error.tsx";
import { When } from "#web/ui/when.tsx";

const ROWS = 20;

const transitsQuery = (next?: string) =>
  apiQuery("GET /admin/transits", { input: { query: { limit: String(ROWS), ...(next && { next }) } } });

const Name = ({ children }: { children: string }) => (
  <code className="break-all font-mono text-xs">{children}</code>
);

const Log = ({ number }: { number: number }) => <span className="whitespace-nowrap">Log {number}</span>;

/** The copies that go together, one a line. */
function Items({ copies }: { copies: readonly string[] }) {
  if (copies.length === 0) return "No items";
  return copies.map((copy) => (
    <div key={copy}>
      <Name>{copy}</Name>
    </div>
  ));
}

function State({ of: { direction, closedAt } }: { of: TransitShown }) {
  if (direction === "in") return <Badge>Arrived here</Badge>;
  if (closedAt === null) return <Badge tone="warn">Under way</Badge>;
  return (
    <>
      <Badge>Arrived there</Badge>
      <When at={closedAt} />
    </>
  );
}

const COLUMNS: readonly TableColumn<TransitShown>[] = [
  { title: "Began", isHeader: true, cell: ({ at }) => <When at={at} /> },
  {
    title: "Way",
    cell: ({ direction, log }) => (direction === "out" ? `To log ${log}` : `From log ${log}`),
  },
  {
    title: "What",
    isNumeric: true,
    cell: ({ amount, asset, items }) =>
      asset === "items" ? <Items copies={items} /> : <Amount value={amount} currency={asset} />,
  },
  { title: "State", cell: (transit) => <State of={transit} /> },
  { title: "Account here", cell: ({ account }) => <Name>{account}</Name> },
  { title: "For", cell: ({ purpose }) => (purpose === "" ? "Nothing further" : <Name>{purpose}</Name>) },
  { title: "Transit", cell: ({ id }) => <Name>{id}</Name> },
];

const WAYS: readonly TableColumn<TransitWay>[] = [
  { title: "To", isHeader: true, cell: ({ log }) => <Log number={log} /> },
  { title: "Under way", isNumeric: true, cell: ({ underWay }) => underWay },
  { title: "Oldest since", cell: ({ oldestAt }) => (oldestAt === null ? "None" : <When at={oldestAt} />) },
  { title: "Last tried", cell: ({ triedAt }) => (triedAt === null ? "Not yet" : <When at={triedAt} />) },
  {
    title: "Kept back by",
    cell: ({ trouble }) => (trouble === null ? "Nothing" : <span className="text-loss">{trouble}</span>),
  },
];

const PEERS: readonly TableColumn<PeerBalance>[] = [
  { title: "With", isHeader: true, cell: ({ log }) => <Log number={log} /> },
  { title: "Asset", cell: ({ asset }) => asset },
  { title: "Sent", isNumeric: true, cell: ({ left }) => <Amount value={left} /> },
  { title: "Under way", isNumeric: true, cell: ({ underWay }) => <Amount value={underWay} /> },
  { title: "Came in", isNumeric: true, cell: ({ arrived }) => <Amount value={arrived} /> },
  { title: "Owed to this log", isNumeric: true, cell: ({ owed }) => <Amount value={owed} signed /> },
];

/** The courier's state, and the balances between logs. */
function Between() {
  const { data, error, refetch } = useQuery(transitsQuery());
  if (!data && error) return <LoadErrorCard {...{ error, refetch }} what="Other logs" />;
  return (
    <>
      <Card>
        <CardHeader id="ways" title="Other logs" />
        {!data ? (
          <TableSkeleton rows={2} />
        ) : data.ways.length === 0 ? (
          <EmptyState icon={ArrowLeftRight} text="This site has one log." />
        ) : (
          <DataTable caption="Other logs" columns={WAYS} rows={data.ways} rowKey={({ log }) => String(log)} />
        )}
      </Card>
      {data && data.ways.length > 0 && <SendCard logs={data.ways.map(({ log }) => log)} />}
      {data && data.peers.length > 0 && (
        <Card>
          <CardHeader id="peers" title="Between the logs" />
          <DataTable
            caption="Between the logs"
            columns={PEERS}
            rows={data.peers}
            rowKey={({ log, asset }) => `${log} ${asset}`}
          />
        </Card>
      )}
    </>
  );
}

/** Transits between this log and others, and failures. */
export default function TransitsPage() {
  return (
    <AdminFrame
      title="Transits"
      description="Currencies and items on their way between this log and others. Delivery is retried every few seconds until arrival is proved."
    >
      <Between />
      <ConsoleList
        id="transits"
        title="In and out"
        of="transits"
        pagesIn="page"
        query={(_values, next) => transitsQuery(next)}
        rows={ROWS}
        empty={{ icon: ArrowLeftRight, text: "Nothing has left this log or arrived in it." }}
        caption="Transits"
        columns={() => COLUMNS}
        rowKey={({ id }) => id}
      />
    </AdminFrame>
  );
}
