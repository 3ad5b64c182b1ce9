import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShieldUser } from "lucide-react";
import type { RoleHolder } from "#domain/features/roles/contract.ts";
import { holdersQuery, ROLES_PER_PAGE } from "#web/features/roles/queries.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { dateAndTime } from "#web/lib/format.ts";
import { usePages } from "#web/lib/pages.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";
import { NameOfPlayer } from "#web/ui/named.tsx";
import { PlayerLink } from "#web/ui/players/player-link.tsx";

const PAGES = "holder";
const COLUMNS: readonly TableColumn<RoleHolder>[] = [
  { title: "Player", isHeader: true, cell: ({ player }) => <PlayerLink player={player} /> },
  {
    title: "Role",
    cell: ({ role, suspended }) => (
      <span className="flex gap-2">
        <Badge tone="accent">{role}</Badge>
        {suspended && <Badge tone="loss">suspended</Badge>}
      </span>
    ),
  },
  {
    title: "By",
    cell: ({ source, grantedBy }) => (source === "settings" ? "the settings" : <By id={grantedBy} />),
  },
  {
    title: "Since",
    cell: ({ grantedAt }) => (
      <span className="whitespace-nowrap">{grantedAt ? dateAndTime(grantedAt) : "–"}</span>
    ),
  },
  {
    title: "Reason",
    cell: ({ reason }) => <span className="[overflow-wrap:anywhere]">{reason ?? "–"}</span>,
  },
];

function By({ id }: { id: string | null }) {
  if (id === null) return "–";
  return (
    <>
      <code className="font-mono text-xs">{id}</code>
      <NameOfPlayer id={id} />
    </>
  );
}

/** Who has which role. */
export default function HoldersPage() {
  const pages = usePages(PAGES);
  const query = useQuery({ ...holdersQuery(pages.cursor), placeholderData: keepPreviousData });
  return (
    <AdminFrame
      title="Roles"
      description="Who is a moderator or an admin, and since when. Roles are given and taken in a player's file; those of the settings are changed only there."
    >
      <Card aria-labelledby="roles" className="scroll-mt-20">
        <CardHeader id="roles" title="Roles" actions={<ExportLinks of="roles" path="/admin/roles" />} />
        <PagedList
          of="roles"
          query={query}
          pages={pages}
          rows={ROLES_PER_PAGE / 4}
          empty={{ icon: ShieldUser, text: "Nobody has a role." }}
        >
          {(items: readonly RoleHolder[]) => (
            <DataTable
              caption="Who has which role"
              columns={COLUMNS}
              rows={items}
              rowKey={({ player, role, source }) => `${player.id} ${role} ${source}`}
              isStale={query.isPlaceholderData}
            />
          )}
        </PagedList>
      </Card>
    </AdminFrame>
  );
}
