import { Eye } from "lucide-react";
import type { AdminRead } from "#domain/features/roles/contract.ts";
import { ROLES_PER_PAGE, readsQuery } from "#web/features/roles/queries.ts";
import { ConsolePage } from "#web/layout/console/console-list.tsx";
import type { TableColumn } from "#web/ui/lists/data-table.tsx";
import { PlayerLink } from "#web/ui/players/player-link.tsx";
import { When } from "#web/ui/when.tsx";

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
    title: "Route, request",
    cell: ({ what, requestId }) => (
      <code className="font-mono text-xs">
        <span className="block whitespace-nowrap text-ink">{what}</span>
        <span className="block whitespace-nowrap">{requestId}</span>
      </code>
    ),
  },
];

/** Which admin opened which player's data. */
export default function ReadsPage() {
  return (
    <ConsolePage
      screen={{
        title: "Access log",
        description:
          "Which admin opened which player's data. Each access is recorded before the data is shown.",
      }}
      id="access"
      title="Accesses"
      of="accesses"
      pagesIn="look"
      filters={{ label: "Filter the access log", fields: FIELDS }}
      query={({ player = "" }, next) => readsQuery(player, next)}
      exports={{ path: "/admin/reads", query: (values) => values }}
      rows={ROLES_PER_PAGE}
      empty={{ icon: Eye, text: "No access recorded." }}
      caption="Accesses, newest first"
      columns={() => COLUMNS}
      rowKey={({ id }) => id}
    />
  );
}
