import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import type { AdminRead } from "#domain/features/roles/contract.ts";
import { ROLES_PER_PAGE, readsQuery } from "#web/features/roles/queries.ts";
import { AdminFrame } from "#web/layout/admin-frame.tsx";
import { useAddress } from "#web/lib/address.ts";
import { usePages } from "#web/lib/pages.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { ExportLinks } from "#web/ui/export-links.tsx";
import { FilterForm } from "#web/ui/filter-form.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { PlayerLink } from "#web/ui/player-link.tsx";
import { When } from "#web/ui/when.tsx";

const PAGES = "look";
const FIELDS = [{ name: "player", label: "Player", placeholder: "A player's id" }] as const;
const COLUMNS: readonly TableColumn<AdminRead>[] = [
  {
    title: "Time",
    isHeader: true,
    cell: ({ at }) => <When at={at} />,
  },
  { title: "Admin", cell: ({ actor }) => <PlayerLink player={actor} /> },
  { title: "Player", cell: ({ subject }) => <PlayerLink player={subject} /> },
  {
    title: "Route",
    cell: ({ what }) => <code className="whitespace-nowrap font-mono text-xs">{what}</code>,
  },
  {
    title: "Request",
    cell: ({ requestId }) => <code className="whitespace-nowrap font-mono text-xs">{requestId}</code>,
  },
];

/** Which admin opened which player's data. */
export default function ReadsPage() {
  const { get, change } = useAddress(PAGES);
  const player = get("player");
  const pages = usePages(PAGES);
  const query = useQuery({ ...readsQuery(player, pages.cursor), placeholderData: keepPreviousData });
  return (
    <AdminFrame
      title="Access log"
      description="Which admin opened which player's data. Each access is recorded before the data is shown."
    >
      <Card aria-labelledby="access" className="scroll-mt-20">
        <CardHeader
          id="access"
          title="Access log"
          actions={<ExportLinks of="accesses" path="/admin/reads" query={{ player }} />}
        />
        <div className="mb-6">
          <FilterForm label="Filter the access log" fields={FIELDS} values={{ player }} onApply={change} />
        </div>
        <PagedList
          of="accesses"
          query={query}
          pages={pages}
          rows={ROLES_PER_PAGE}
          empty={{ icon: Eye, text: "No access recorded." }}
        >
          {(items: readonly AdminRead[]) => (
            <DataTable
              caption="Accesses, newest first"
              columns={COLUMNS}
              rows={items}
              rowKey={({ id }) => id}
              isStale={query.isPlaceholderData}
            />
          )}
        </PagedList>
      </Card>
    </AdminFrame>
  );
}
