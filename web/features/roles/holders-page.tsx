import { ShieldUser } from "lucide-react";
import type { RoleHolder } from "#domain/features/roles/contract.ts";
import { holdersQuery, ROLES_PER_PAGE } from "#web/features/roles/queries.ts";
import { ConsolePage } from "#web/layout/console/console-list.tsx";
import { dateAndTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { TableColumn } from "#web/ui/lists/data-table.tsx";
import { NameOfPlayer } from "#web/ui/named.tsx";
import { PlayerLink } from "#web/ui/players/player-link.tsx";

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

/** Everybody with a role. */
export default function HoldersPage() {
  return (
    <ConsolePage
      screen={{
        title: "Roles",
        description:
          "Moderators and admins, and since when. Roles are granted and revoked in a player's file; roles set by configuration can be changed only there.",
      }}
      id="roles"
      title="Moderators and admins"
      of="roles"
      pagesIn="holder"
      query={(_, next) => holdersQuery(next)}
      exports={{ path: "/admin/roles", query: (values) => values }}
      rows={ROLES_PER_PAGE / 4}
      empty={{ icon: ShieldUser, text: "Nobody has a role." }}
      caption="Holders of roles"
      columns={() => COLUMNS}
      rowKey={({ player, role, source }) => `${player.id} ${role} ${source}`}
    />
  );
}
