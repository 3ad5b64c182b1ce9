import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Dices } from "lucide-react";
import { Link } from "wouter";
import type { AdminUserGame } from "#domain/features/user-games/contract.ts";
import { ADMIN_GAME_FILTERS } from "#domain/features/user-games/rules.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { SecondAdminNotice } from "#web/features/roles/second-admin-notice.tsx";
import { GameStatus } from "#web/features/user-games/game-card.tsx";
import { edgeText, KindBadge, Volume } from "#web/features/user-games/game-face.tsx";
import { AdminFrame } from "#web/layout/admin-frame.tsx";
import { playerPath } from "#web/layout/admin-paths.ts";
import { useAddress, useAddressDialog } from "#web/lib/address.ts";
import { call } from "#web/lib/api.ts";
import { apiQuery } from "#web/lib/api-query.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { usePages } from "#web/lib/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/data-table.tsx";
import { FilterForm } from "#web/ui/filter-form.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";

const PAGES = "game";
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

interface DialogProps {
  readonly game: AdminUserGame;
  readonly onClose: () => void;
}

function HaltDialog({ game: { id, title }, onClose }: DialogProps) {
  return (
    <ReasonedActDialog
      name={`halt-${id}`}
      title={`Stop ${title}`}
      description="The game takes no bets until two admins let it. Rounds under way are finished."
      hint="The creator reads it."
      action="Stop"
      variant="destructive"
      send={(reason, idempotencyKey) =>
        call("POST /admin/user-games/{id}/halt", { params: { id }, body: { reason }, idempotencyKey })
      }
      done={() => `${title} takes no more bets.`}
      onClose={onClose}
    />
  );
}

function LiftDialog({ game: { id, title, halt }, onClose }: DialogProps) {
  return (
    <ReasonedActDialog
      name={`lift-${id}`}
      title={`Let ${title} take bets again`}
      description={`It was stopped: ${halt}`}
      action="Propose"
      send={(reason, idempotencyKey) =>
        call("POST /admin/user-games/{id}/lift", { params: { id }, body: { reason }, idempotencyKey })
      }
      done={() => `${title} takes bets again.`}
      onClose={onClose}
    >
      <SecondAdminNotice />
    </ReasonedActDialog>
  );
}

const DIALOGS = { halt: HaltDialog, lift: LiftDialog } as const;
const isDialog = (act: string): act is keyof typeof DIALOGS => Object.hasOwn(DIALOGS, act);

const columnsFor = (
  onAct: (act: keyof typeof DIALOGS, game: AdminUserGame) => void,
): readonly TableColumn<AdminUserGame>[] => [
  {
    title: "Game",
    isHeader: true,
    cell: ({ id, title, createdAt }) => (
      <span className="block min-w-40 [overflow-wrap:anywhere]">
        <Link
          href={`/user-games/${id}`}
          className="text-accent underline decoration-accent/40 underline-offset-4"
        >
          <bdi>{title}</bdi>
        </Link>
        <span className="block font-normal text-faint text-xs">{dateAndTime(createdAt)}</span>
      </span>
    ),
  },
  {
    title: "Creator",
    cell: ({ creator }) => (
      <Link
        href={playerPath(creator.id)}
        className="text-accent underline decoration-accent/40 underline-offset-4"
      >
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
  {
    title: "Action",
    isTitleHidden: true,
    isNumeric: true,
    cell: (game) =>
      game.isHalted ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Lift ${game.title}`}
          onClick={() => onAct("lift", game)}
        >
          Lift
        </Button>
      ) : (
        <Button size="sm" aria-label={`Stop ${game.title}`} onClick={() => onAct("halt", game)}>
          Stop
        </Button>
      ),
  },
];

function Games({ items, isStale }: { items: readonly AdminUserGame[]; isStale: boolean }) {
  const dialog = useAddressDialog();
  const asked = items.find(({ id }) => id === dialog.on);
  const Asked = isDialog(dialog.act) ? DIALOGS[dialog.act] : null;
  return (
    <>
      <DataTable
        caption="Games of players"
        columns={columnsFor((act, { id }) => dialog.open(act, id))}
        rows={items}
        rowKey={({ id }) => id}
        isStale={isStale}
      />
      {Asked && asked && <Asked game={asked} onClose={dialog.close} />}
    </>
  );
}

/** Every game that a player made, and the stop of one. */
export default function AdminUserGamesPage() {
  const { get, change } = useAddress(PAGES);
  const values = { status: get("status"), search: get("search"), creator: get("creator") };
  const pages = usePages(PAGES);
  const query = useQuery({
    ...gamesQuery({
      ...(isStatus(values.status) && { status: values.status }),
      ...(values.search && { search: values.search }),
      ...(values.creator && { creator: values.creator }),
      ...(pages.cursor !== undefined && { next: pages.cursor }),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <AdminFrame
      title="Games of players"
      description="What players made, and the stop of a game that must not go on."
    >
      <Card aria-labelledby="user-games" className="scroll-mt-20">
        <CardHeader id="user-games" title="Games" />
        <div className="mb-6">
          <FilterForm label="Filter games" fields={FIELDS} values={values} onApply={change} />
        </div>
        <PagedList
          of="games"
          query={query}
          pages={pages}
          rows={ROWS_PER_PAGE}
          rowClassName="h-16"
          empty={{ icon: Dices, text: "No game is like that." }}
        >
          {(items: readonly AdminUserGame[]) => <Games items={items} isStale={query.isPlaceholderData} />}
        </PagedList>
      </Card>
    </AdminFrame>
  );
}
