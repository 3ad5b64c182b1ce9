import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import type { ListedPlayer } from "#domain/features/audit/contract.ts";
import { AUDIT_PER_PAGE, playersQuery } from "#web/features/audit/queries.ts";
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

const PAGES = "from-name";
const FIELDS = [
  {
    name: "search",
    label: "Name or id",
    placeholder: "The beginning of a name, or a whole id",
    type: "search",
  },
] as const;

const COLUMNS: readonly TableColumn<ListedPlayer>[] = [
  { title: "Player", isHeader: true, cell: (player) => <PlayerLink player={player} /> },
  { title: "Name", cell: ({ displayName }) => displayName },
  { title: "Platform id", cell: ({ platformId }) => <code className="font-mono text-xs">{platformId}</code> },
  {
    title: "First sign-in",
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
];

/** Everybody who ever signed in, to be found by name or id. */
export default function PlayersPage() {
  const { get, change } = useAddress(PAGES);
  const search = get("search");
  const pages = usePages(PAGES);
  const query = useQuery({
    ...playersQuery({ search, next: pages.cursor }),
    placeholderData: keepPreviousData,
  });
  return (
    <AdminFrame
      title="Players"
      description="Profile, holdings, sessions, roles, and every entry of their books. Each access is logged."
    >
      <Card aria-labelledby="players" className="scroll-mt-20">
        <CardHeader
          id="players"
          title="Players"
          actions={<ExportLinks of="players" path="/admin/players" query={{ search }} />}
        />
        <div className="mb-6">
          <FilterForm
            label="Find players"
            fields={FIELDS}
            values={{ search }}
            action="Search"
            onApply={change}
          />
        </div>
        <PagedList
          of="players"
          query={query}
          pages={pages}
          rows={AUDIT_PER_PAGE}
          empty={{ icon: Users, text: "Nobody has such a name or id." }}
        >
          {(items: readonly ListedPlayer[]) => (
            <DataTable
              caption="Players that were found"
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
