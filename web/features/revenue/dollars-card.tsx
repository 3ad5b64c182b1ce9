import type { DollarRow, Revenue } from "#domain/features/revenue/contract.ts";
import { cx } from "#web/lib/cx.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";

/** The events that earn or cost dollars, in words. */
const WHAT: Readonly<Record<string, string>> = {
  PurchaseReleased: "Fees of purchases",
  PaymentObserved: "Kept by payment providers, and losses",
  CashoutPaid: "Fees of cash-outs, less PayPal's",
  CashoutFailed: "Cash-outs that failed",
  CashoutReversed: "Cash-outs that came back",
};

/** An amount of dollars; what is below zero is marked. */
export const usd = (text: string) => (
  <span className={cx("whitespace-nowrap", text.startsWith("-") && "text-loss")}>
    {dollars(readMoney(text))}
  </span>
);

const ROWS: readonly TableColumn<DollarRow>[] = [
  {
    title: "Day, UTC",
    isHeader: true,
    cell: ({ day }) => <span className="whitespace-nowrap">{day}</span>,
  },
  { title: "What", cell: ({ type }) => WHAT[type] ?? type },
  { title: "Earned", isNumeric: true, cell: ({ earned }) => usd(earned) },
  { title: "Spent", isNumeric: true, cell: ({ spent }) => usd(spent) },
  { title: "Net", isNumeric: true, cell: ({ net }) => usd(net) },
];

/** The sums of all rows. */
function totals(rows: readonly DollarRow[]): string {
  const sum = (key: "earned" | "spent" | "net") =>
    dollars(rows.reduce((all, row) => all + readMoney(row[key]), 0n));
  return `Earned ${sum("earned")}, spent ${sum("spent")}, net ${sum("net")}.`;
}

interface DollarsCardProps {
  readonly data: Revenue | undefined;
  readonly isStale: boolean;
  readonly hasFailed: boolean;
}

/** What the house earned and spent in dollars: fees of purchases and cash-outs, and what providers keep. */
export function DollarsCard({ data, isStale, hasFailed }: DollarsCardProps) {
  return (
    <TitledCard
      id="dollars"
      title="Dollars"
      description={data ? totals(data.dollars) : "What the house earned and spent in dollars."}
    >
      {!data && !hasFailed && <TableSkeleton rows={3} rowClassName="h-11" />}
      {data?.dollars.length === 0 && (
        <p className="text-muted text-sm">The house earned and spent no dollars in these days.</p>
      )}
      {data && data.dollars.length > 0 && (
        <DataTable
          caption="Dollars of the house by day and event"
          columns={ROWS}
          rows={data.dollars}
          rowKey={({ day, type }) => `${day} ${type}`}
          isStale={isStale}
        />
      )}
    </TitledCard>
  );
}
