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
const FIELDS = [{ name: "player", label: "Looked at", placeholder: "A player's id" }] as const;
const COLUMNS: readonly TableColumn<AdminRead>[] = [
  {
    title: "Time",
    isHeader: true,
    cell: ({ at }) => <When at={at} />,
  },
  { title: "Admin", cell: ({ actor }) => <PlayerLink player={actor} /> },
  { title: "Looked at", cell: ({ subject }) => <PlayerLink player={subject} /> },
  {
    title: "Through",
    cell: ({ what }) => <code className="whitespace-nowrap font-mono text-xs">{what}</code>,
  },
  {
    title: "Request",
    cell: ({ requestId }) => <code className="whitespace-nowrap font-mono text-xs">{requestId}</code>,
  },
];

/** Who looked at whose data. */
export default function ReadsPage() {
  const { get, change } = useAddress(PAGES);
  const player = get("player");
  const pages = usePages(PAGES);
  const query = useQuery({ ...readsQuery(player, pages.cursor), placeholderData: keepPreviousData });
  return (
    <AdminFrame title="Looks" description="Who looked at whose data, written down before it was shown.">
      <Card aria-labelledby="looks" className="scroll-mt-20">
        <CardHeader
          id="looks"
          title="Looks"
          actions={<ExportLinks of="looks" path="/admin/reads" query={{ player: player || undefined }} />}
        />
        <div className="mb-6">
          <FilterForm label="Filter looks" fields={FIELDS} values={{ player }} onApply={change} />
        </div>
        <PagedList
          of="looks"
          query={query}
          pages={pages}
          rows={ROLES_PER_PAGE}
          empty={{ icon: Eye, text: "Nobody has looked." }}
        >
          {(items: readonly AdminRead[]) => (
            <DataTable
              caption="Looks, newest first"
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
