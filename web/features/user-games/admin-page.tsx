import { Dices } from "lucide-react";
import { Link } from "wouter";
import type { AdminUserGame } from "#domain/features/user-games/contract.ts";
import { ADMIN_GAME_FILTERS } from "#domain/features/user-games/rules.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { GameStatus } from "#web/features/user-games/game-card.tsx";
import { edgeText, KindBadge, Volume } from "#web/features/user-games/game-face.tsx";
import { playerPath } from "#web/layout/console/admin-paths.ts";
import { ConsolePage, type RowDialogProps } from "#web/layout/console/console-list.tsx";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { sendReason } from "#web/lib/api/commands/send.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Button, LINKED } from "#web/ui/button.tsx";
import { actionColumn, type TableColumn } from "#web/ui/lists/data-table.tsx";

const ROWS_PER_PAGE = 20;
type Status = (typeof ADMIN_GAME_FILTERS)[number];
const STATUSES: Readonly<Record<Status | "", string>> = {
  "": "All games",
  halted: "Stopped by an admin",
  active: "Taking bets",
};
const FIELDS = [
  { name: "status", label: "Which games", options: STATUSES },
  { name: "search", label: "Title", type: "search", placeholder: "Part of a title" },
  { name: "creator", label: "Creator", type: "search", placeholder: "Id of a player" },
] as const;
const isStatus = (text: string): text is Status => ADMIN_GAME_FILTERS.some((one) => one === text);

const gamesQuery = (query: { status?: Status; search?: string; creator?: string; next?: string }) =>
  apiQuery("GET /admin/user-games", {
    input: { query: { limit: String(ROWS_PER_PAGE), ...query } },
    topics: ["user-games"],
  });

function HaltDialog({ row: { id, title }, onClose }: RowDialogProps<AdminUserGame>) {
  return (
    <ReasonedActDialog
      name={`halt-${id}`}
      title={`Stop ${title}`}
      description="The game takes no bets until two admins lift the stop. Running rounds finish."
      hint="The creator sees it."
      action="Stop"
      variant="destructive"
      send={sendReason("POST /admin/user-games/{id}/halt", { id })}
      done={() => `${title} takes no more bets.`}
      onClose={onClose}
    />
  );
}

function LiftDialog({ row: { id, title, halt }, onClose }: RowDialogProps<AdminUserGame>) {
  return (
    <ReasonedActDialog
      name={`lift-${id}`}
      title={`Let ${title} take bets again`}
      description={`It was stopped: ${halt}`}
      action="Propose"
      isProposed
      send={sendReason("POST /admin/user-games/{id}/lift", { id })}
      done={() => `${title} takes bets again.`}
      onClose={onClose}
    />
  );
}

const DIALOGS = { halt: HaltDialog, lift: LiftDialog };

const columnsFor = (
  onAct: (act: string, row: AdminUserGame) => void,
): readonly TableColumn<AdminUserGame>[] => [
  {
    title: "Game",
    isHeader: true,
    cell: ({ id, title, createdAt }) => (
      <span className="block min-w-40 [overflow-wrap:anywhere]">
        <Link href={`/user-games/${id}`} className={LINKED}>
          <bdi>{title}</bdi>
        </Link>
        <span className="block font-normal text-faint text-xs">{dateAndTime(createdAt)}</span>
      </span>
    ),
  },
  {
    title: "Creator",
    cell: ({ creator }) => (
      <Link href={playerPath(creator.id)} className={LINKED}>
        {creator.username}
      </Link>
    ),
  },
  { title: "Kind", cell: ({ gameType }) => <KindBadge gameType={gameType} /> },
  { title: "Edge", isNumeric: true, cell: ({ houseEdge }) => edgeText(houseEdge) },
  { title: "Played", isNumeric: true, cell: ({ totalPlayed }) => totalPlayed },
  { title: "Volume", isNumeric: true, cell: ({ totalVolume }) => <Volume amount={totalVolume} /> },
  {
    title: "Status",
    cell: (game) => (
      <span className="block space-y-1">
        <GameStatus game={game} />
        {game.halt !== null && (
          <span className="block max-w-64 text-muted text-xs [overflow-wrap:anywhere]">
            <bdi>{game.halt}</bdi>
          </span>
        )}
      </span>
    ),
  },
  actionColumn((game) =>
    game.isHalted ? (
      <Button size="sm" variant="ghost" aria-label={`Lift ${game.title}`} onClick={() => onAct("lift", game)}>
        Lift
      </Button>
    ) : (
      <Button size="sm" aria-label={`Stop ${game.title}`} onClick={() => onAct("halt", game)}>
        Stop
      </Button>
    ),
  ),
];

/** All player-made games, and how to stop one. */
export default function AdminUserGamesPage() {
  return (
    <ConsolePage
      screen={{ title: "Games of players", description: "Player-made games, and how to stop one." }}
      id="user-games"
      title="Games"
      of="games"
      pagesIn="game"
      filters={{ label: "Filter games", fields: FIELDS }}
      query={({ status = "", search, creator }, next) =>
        gamesQuery({
          ...(isStatus(status) && { status }),
          ...(search && { search }),
          ...(creator && { creator }),
          ...(next !== undefined && { next }),
        })
      }
      exports={{ path: "/admin/user-games", query: (values) => values }}
      rows={ROWS_PER_PAGE}
      rowClassName="h-16"
      empty={{ icon: Dices, text: "No matching games." }}
      caption="Games of players"
      columns={columnsFor}
      rowKey={({ id }) => id}
      dialogs={DIALOGS}
    />
  );
}
