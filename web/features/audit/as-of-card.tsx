import { Scale } from "lucide-react";
import type { ReactNode } from "react";
import type { BalanceAt } from "#domain/features/audit/contract.ts";
import { HOLDING_COLUMNS } from "#web/features/audit/ledger-text.tsx";
import { NoAccount } from "#web/features/audit/no-account.tsx";
import { accountBalanceQuery } from "#web/features/audit/queries.ts";
import { useAddress } from "#web/lib/address.ts";
import { isNotFound } from "#web/lib/api/api.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { instantOf } from "#web/lib/instant.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

const FIELDS = [
  { name: "position", label: "After position", inputMode: "numeric", placeholder: "A position of the log" },
  { name: "at", label: "Or at a local time", type: "datetime-local" },
  { name: "held", label: "One asset only", placeholder: "RBX, TIX, USD or item:1:2" },
] as const;
const SKELETONS = 2;

function Moment({ balance }: { balance: BalanceAt }) {
  return (
    <p role="status" className="mb-3 text-muted text-sm">
      After position <span className="font-semibold text-ink">{balance.position}</span>
      {balance.at !== null && <>, recorded {dateAndTime(balance.at)}</>}
    </p>
  );
}

/** What an account held after any position or at any instant. */
export function AsOfCard({ account }: { account: string }) {
  const { get, change } = useAddress();
  const values = { position: get("position"), at: get("at"), held: get("held") };
  const at = instantOf(values.at);
  const { data, error, refetch, isPlaceholderData } = useSteadyQuery(
    accountBalanceQuery(account, {
      asset: values.held,
      ...(values.position ? { position: values.position } : { at }),
    }),
  );
  if (isNotFound(error)) return <NoAccount />;
  let shown: ReactNode = <TableSkeleton rows={SKELETONS} rowClassName="h-11" />;
  if (error) shown = <LoadError error={error} what="The balance" onRetry={() => void refetch()} />;
  else if (data) {
    shown = (
      <>
        <Moment balance={data} />
        {data.holdings.length === 0 ? (
          <EmptyState icon={Scale} text="Nothing was held at that moment." />
        ) : (
          <DataTable
            caption="Holdings at that moment"
            columns={HOLDING_COLUMNS}
            rows={data.holdings}
            rowKey={({ asset }) => asset}
            isStale={isPlaceholderData}
          />
        )}
      </>
    );
  }
  return (
    <TitledCard
      id="as-of"
      title="Balance as of"
      description="Holdings after a position or at a time. Leave both empty for now."
      actions={
        <ExportLinks
          of="balances"
          path="/admin/holdings"
          query={{ account, ...(values.position ? { position: values.position } : { at }) }}
        />
      }
      className="scroll-mt-20"
    >
      <div className="mb-6">
        <FilterForm
          label="Choose the moment"
          fields={FIELDS}
          values={values}
          action="Show"
          onApply={change}
        />
      </div>
      {shown}
    </TitledCard>
  );
}
