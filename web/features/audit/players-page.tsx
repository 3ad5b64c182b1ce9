import { Users } from "lucide-react";
import type { ListedPlayer } from "#domain/features/audit/contract.ts";
import { AUDIT_PER_PAGE, playersQuery } from "#web/features/audit/queries.ts";
import { ConsolePage } from "#web/layout/console/console-list.tsx";
import type { TableColumn } from "#web/ui/lists/data-table.tsx";
import { PlayerLink } from "#web/ui/players/player-link.tsx";
import { When } from "#web/ui/when.tsx";

const FIELDS = [
  {
    name: "search",
    label: "Name or id",
    placeholder: "The start of a name, or a full id",
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

/** Everyone who ever signed in, searchable by name or id. */
export default function PlayersPage() {
  return (
    <ConsolePage
      screen={{
        title: "Players",
        description:
          "Profile, holdings, sessions, roles, and every entry of their books. Each access is logged.",
      }}
      id="players"
      title="Find a player"
      of="players"
      pagesIn="from-name"
      filters={{ label: "Find players", fields: FIELDS, action: "Search" }}
      query={({ search = "" }, next) => playersQuery({ search, next })}
      exports={{ path: "/admin/players", query: (values) => values }}
      rows={AUDIT_PER_PAGE}
      order="other"
      empty={{ icon: Users, text: "No player has that name or id." }}
      caption="Players found"
      columns={() => COLUMNS}
      rowKey={({ id }) => id}
    />
  );
}
