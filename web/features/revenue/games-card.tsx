import { Dices } from "lucide-react";
import { Link } from "wouter";
import type { GameRevenue } from "#domain/features/revenue/contract.ts";
import { transitOfGuest } from "#domain/player/guest.ts";
import { eventPath, playerPath } from "#web/layout/console/admin-paths.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { cx } from "#web/lib/cx.ts";
import { usePages } from "#web/lib/pages.ts";
import { Amount } from "#web/ui/amount.tsx";
import { LINKED } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";
import { NameOfPlayer } from "#web/ui/named.tsx";
import { When } from "#web/ui/when.tsx";

/** What leads to the pages of the list. */
export const GAME_PAGES = "game";
const GAMES_PER_PAGE = 20;

const TYPES = { stake: "Stake kept", payout: "Win paid", edge: "Edge" } as const;

/** An id of any length, in as many lines as the other columns leave it. */
const ID = cx("tap inline-block min-w-22 font-mono text-xs [overflow-wrap:anywhere]", LINKED);

const COLUMNS: readonly TableColumn<GameRevenue>[] = [
  {
    title: "Position",
    isHeader: true,
    isNumeric: true,
    cell: ({ position }) => (
      <Link href={eventPath(position)} className={LINKED}>
        {position}
      </Link>
    ),
  },
  { title: "Time", cell: ({ at }) => <When at={at} /> },
  {
    title: "Type",
    cell: ({ revenueType }) => <span className="whitespace-nowrap">{TYPES[revenueType]}</span>,
  },
  {
    title: "Amount",
    isNumeric: true,
    cell: ({ amount, currency }) => (
      <span className="whitespace-nowrap">
        <Amount signed value={amount} className="font-semibold" /> {currency}
      </span>
    ),
  },
  {
    title: "Player",
    cell: ({ userId }) =>
      transitOfGuest(userId) !== null ? (
        "A player of another log"
      ) : (
        <>
          <Link href={playerPath(userId)} className={ID}>
            {userId}
          </Link>
          <NameOfPlayer id={userId} />
        </>
      ),
  },
  {
    title: "Game",
    cell: ({ gameId }) => (
      <Link href={`/games/${gameId}`} className={ID}>
        {gameId}
      </Link>
    ),
  },
];

const gamesQuery = (query: { readonly from?: string; readonly to?: string; readonly next?: string }) =>
  apiQuery("GET /admin/revenue/games", { input: { query: { limit: String(GAMES_PER_PAGE), ...query } } });

/** What each game of some days brought the house, or cost it. */
export function GamesCard({ days }: { days: { readonly from?: string; readonly to?: string } }) {
  const pages = usePages(GAME_PAGES);
  const query = useSteadyQuery(
    gamesQuery({ ...days, ...(pages.cursor !== undefined && { next: pages.cursor }) }),
  );
  return (
    <TitledCard
      id="games"
      title="Revenue by game"
      description="Each settled game of these days (UTC), newest first. A win is a loss for the house."
      actions={<ExportLinks of="revenue by game" path="/admin/revenue/games" query={days} />}
      className="scroll-mt-20"
    >
      <PagedList
        of="games"
        query={query}
        pages={pages}
        rows={GAMES_PER_PAGE / 4}
        empty={{ icon: Dices, text: "No games were settled in these days." }}
      >
        {(items: readonly GameRevenue[]) => (
          <DataTable
            caption="Revenue by game, newest first"
            columns={COLUMNS}
            rows={items}
            rowKey={({ position }) => String(position)}
            isStale={query.isPlaceholderData}
          />
        )}
      </PagedList>
    </TitledCard>
  );
}
