import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { Link } from "wouter";
import type { StoredEvent } from "#domain/features/audit/contract.ts";
import {
  AUDIT_PER_PAGE,
  EVENT_FILTERS,
  type EventFilter,
  eventsQuery,
  eventTypesQuery,
} from "#web/features/audit/queries.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { eventPath } from "#web/layout/console/admin-paths.ts";
import { FoldedFilters } from "#web/layout/console/folded-filters.tsx";
import { useAddress } from "#web/lib/address.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { shortHash } from "#web/lib/format.ts";
import { usePages } from "#web/lib/pages.ts";
import { LINKED } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import type { FilterField } from "#web/ui/forms/filter-form.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";
import { NameOfAccount } from "#web/ui/named.tsx";
import { When } from "#web/ui/when.tsx";

const PAGES = "event";
/** Event types to choose from, including the address's before the list is loaded. */
const typeField = (types: readonly string[], chosen: string): FilterField => ({
  name: "type",
  label: "Type",
  options: Object.fromEntries([
    ["", "Every type"],
    ...[...new Set([...types, ...(chosen ? [chosen] : [])])].toSorted().map((type) => [type, type]),
  ]),
});
const FIELDS = [
  { name: "stream", label: "Stream", placeholder: "player:p_1" },
  { name: "actor", label: "Actor", placeholder: "player:p_1" },
  { name: "after", label: "After position", inputMode: "numeric" },
  { name: "before", label: "Before position", inputMode: "numeric" },
  {
    name: "order",
    label: "Order",
    options: {
      "": "Newest first, unless after a position",
      newest: "Newest first",
      oldest: "Oldest first",
    },
  },
] as const;

/** An id of any length, in as many lines as the other columns leave it, and its player's name. */
const Named = ({ account, children }: { account: string; children?: string }) => (
  <span className="block min-w-40 [overflow-wrap:anywhere]">
    <code className="font-mono text-xs">
      {account}
      {children}
    </code>
    <NameOfAccount account={account} />
  </span>
);

const COLUMNS: readonly TableColumn<StoredEvent>[] = [
  {
    title: "Position",
    isHeader: true,
    isNumeric: true,
    cell: ({ position }) => (
      <Link href={eventPath(position)} className={`tap ${LINKED}`}>
        {position}
      </Link>
    ),
  },
  {
    title: "Event",
    cell: ({ type, at }) => (
      <>
        <span className="font-medium text-ink">{type}</span>
        <When at={at} />
      </>
    ),
  },
  {
    title: "Stream, actor",
    cell: ({ stream, version, actor }) => (
      <>
        <Named account={stream}>{` v${version}`}</Named>
        <Named account={actor} />
      </>
    ),
  },
  { title: "Legs", isNumeric: true, cell: ({ postingsTotal }) => postingsTotal },
  {
    title: "Block, leaf",
    cell: ({ block, leaf }) => (
      <>
        <span className="block">{block?.number ?? "–"}</span>
        <code title={leaf} className="whitespace-nowrap font-mono text-xs">
          {shortHash(leaf)}
        </code>
      </>
    ),
  },
];

/** The log itself, searched by stream, type, actor and position. */
export default function EventsPage() {
  const { get, change } = useAddress(PAGES);
  const values = Object.fromEntries(EVENT_FILTERS.map((name) => [name, get(name)])) as Record<
    EventFilter,
    string
  >;
  const pages = usePages(PAGES);
  const query = useSteadyQuery(eventsQuery({ ...values, next: pages.cursor }));
  const types = useQuery(eventTypesQuery).data?.items ?? [];
  const fields = [...FIELDS.slice(0, 1), typeField(types, values.type), ...FIELDS.slice(1)];
  const scannedTo = query.data?.scannedTo;
  return (
    <AdminFrame title="Events" description="The log as stored. It never changes.">
      <TitledCard
        id="events"
        title="Event explorer"
        actions={<ExportLinks of="events" path="/admin/events" query={values} />}
        className="scroll-mt-20"
      >
        <FoldedFilters label="Filter events" fields={fields} values={values} onApply={change} />
        {scannedTo !== undefined && (
          <p role="status" className="mb-3 text-muted text-sm">
            Searched up to position {scannedTo}. The next page continues there.
          </p>
        )}
        <PagedList
          of="events"
          query={query}
          pages={pages}
          rows={AUDIT_PER_PAGE}
          empty={{
            icon: ScrollText,
            text:
              scannedTo === undefined ? "No matching events." : "None so far. Continue with the next page.",
          }}
        >
          {(items: readonly StoredEvent[]) => (
            <DataTable
              caption="Events as they are stored"
              columns={COLUMNS}
              rows={items}
              rowKey={({ position }) => String(position)}
              isStale={query.isPlaceholderData}
            />
          )}
        </PagedList>
      </TitledCard>
    </AdminFrame>
  );
}
