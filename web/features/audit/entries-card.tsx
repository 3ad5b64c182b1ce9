import { ReceiptText } from "lucide-react";
import { Link } from "wouter";
import type { AuditEntry } from "#domain/features/audit/contract.ts";
import { Asset, Change, heldText, OtherLegs } from "#web/features/audit/ledger-text.tsx";
import { AUDIT_PER_PAGE, accountEntriesQuery } from "#web/features/audit/queries.ts";
import { eventPath } from "#web/layout/console/admin-paths.ts";
import { FoldedFilters } from "#web/layout/console/folded-filters.tsx";
import { useAddress } from "#web/lib/address.ts";
import { apiAddress, isNotFound } from "#web/lib/api/api.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { instantOf } from "#web/lib/instant.ts";
import { usePages } from "#web/lib/pages.ts";
import { Button, LINKED } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";
import { When } from "#web/ui/when.tsx";

const PAGES = "entry";
const FIELDS = [
  { name: "asset", label: "Asset", placeholder: "RBX, TIX, USD or item:1:2" },
  { name: "from", label: "From, local time", type: "datetime-local" },
  { name: "to", label: "To, local time", type: "datetime-local" },
] as const;

const COLUMNS: readonly TableColumn<AuditEntry>[] = [
  {
    title: "Position",
    isNumeric: true,
    isHeader: true,
    cell: ({ position, leg }) => (
      <span className="whitespace-nowrap">
        {position}
        <span className="text-faint">.{leg}</span>
      </span>
    ),
  },
  {
    title: "Event",
    cell: ({ type, position, at }) => (
      <>
        <Link href={eventPath(position)} className={`whitespace-nowrap ${LINKED}`}>
          {type}
          <span className="sr-only"> at {position}</span>
        </Link>
        <When at={at} />
      </>
    ),
  },
  { title: "Asset", cell: ({ asset }) => <Asset asset={asset} /> },
  { title: "Change", isNumeric: true, cell: ({ delta }) => <Change delta={delta} /> },
  {
    title: "Balance after",
    isNumeric: true,
    cell: ({ balanceAfter }) => (
      <span className="whitespace-nowrap font-semibold text-ink">{heldText(balanceAfter)}</span>
    ),
  },
  {
    title: "Other legs",
    isForWide: true,
    cell: (entry) => <OtherLegs entry={entry} />,
  },
];

/** Every entry of an account, back to the first. */
export function EntriesCard({ account }: { account: string }) {
  const { get, change } = useAddress(PAGES);
  const values = { asset: get("asset"), from: get("from"), to: get("to") };
  const isOldestFirst = get("order") === "oldest";
  const filters = {
    asset: values.asset,
    from: instantOf(values.from),
    to: instantOf(values.to),
    ...(isOldestFirst && { order: "oldest" as const }),
  };
  const pages = usePages(PAGES);
  const query = useSteadyQuery(accountEntriesQuery(account, { ...filters, next: pages.cursor }));
  const path = apiAddress("/admin/accounts/{account}/entries", { params: { account } }).slice("/api".length);
  // The card of the balance says so already.
  if (isNotFound(query.error)) return null;
  return (
    <TitledCard
      id="history"
      title="Balance history"
      description={`Every entry, ${isOldestFirst ? "oldest" : "newest"} first, with the balance after it.`}
      actions={
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" onClick={() => change({ order: isOldestFirst ? undefined : "oldest" })}>
            {isOldestFirst ? "Newest entry" : "First entry"}
          </Button>
          <ExportLinks of="entries" path={path} query={filters} />
        </div>
      }
      className="scroll-mt-20"
    >
      <FoldedFilters label="Filter entries" fields={FIELDS} values={values} onApply={change} />
      <PagedList
        of="entries"
        query={query}
        pages={pages}
        rows={AUDIT_PER_PAGE}
        order={isOldestFirst ? "oldest" : "newest"}
        empty={{ icon: ReceiptText, text: "No matching entries." }}
      >
        {(items: readonly AuditEntry[], { next }) => (
          <>
            <DataTable
              caption={isOldestFirst ? "Entries, oldest first" : "Entries, newest first"}
              columns={COLUMNS}
              rows={items}
              rowKey={({ position, leg }) => `${position}.${leg}`}
              isStale={query.isPlaceholderData}
            />
            {next === null && (
              <p className="mt-3 text-faint text-sm">
                This is the {isOldestFirst ? "newest" : "first"} entry.
              </p>
            )}
          </>
        )}
      </PagedList>
    </TitledCard>
  );
}
