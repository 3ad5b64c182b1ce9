import { useQuery } from "@tanstack/react-query";
import type { MadeGameTies } from "#domain/features/user-games/contract.ts";
import { madeGameTiesQuery } from "#web/features/user-games/queries.ts";
import { money, readMoney } from "#web/lib/format.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { PlayerLink } from "#web/ui/players/player-link.tsx";

const SKELETONS = 3;

type Tie = MadeGameTies["players"][number];

const columnsOf = (title: string): readonly TableColumn<Tie>[] => [
  { title, isHeader: true, cell: ({ player }) => <PlayerLink player={player} /> },
  { title: "Games", isNumeric: true, cell: ({ games }) => games },
  { title: "Bets", isNumeric: true, cell: ({ bets }) => bets },
  { title: "Wagered", isNumeric: true, cell: ({ wagered }) => money(readMoney(wagered)) },
  { title: "Profit", isNumeric: true, cell: ({ profit }) => <Amount signed value={readMoney(profit)} /> },
];

const SIDES = [
  {
    of: "players",
    title: "Players of this player's games",
    column: "Player",
    caption: "Players, the most wagered first",
    none: "Nobody has played this player's games.",
  },
  {
    of: "creators",
    title: "Games that this player plays",
    column: "Creator",
    caption: "Creators, the most wagered first",
    none: "This player has not played a player-made game.",
  },
] as const;

/** A player's ties by player-made games: hints of collusion. */
export default function TiesSection({ playerId }: { playerId: string }) {
  const { data, error, refetch } = useQuery(madeGameTiesQuery(playerId));
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      {SIDES.map(({ of, title, column, caption, none }) => (
        <Card key={of} aria-labelledby={`ties-${of}`} className="min-w-0">
          <CardHeader
            id={`ties-${of}`}
            title={title}
            description="RBX and TIX added 1:1. Profit is the player's."
          />
          {!data && error && (
            <LoadError error={error} what="Player-made games" onRetry={() => void refetch()} />
          )}
          {!data && !error && <TableSkeleton rows={SKELETONS} rowClassName="h-11" />}
          {data?.[of].length === 0 && <p className="text-muted text-sm">{none}</p>}
          {data && data[of].length > 0 && (
            <DataTable
              caption={caption}
              columns={columnsOf(column)}
              rows={data[of]}
              rowKey={({ player }) => player.id}
            />
          )}
        </Card>
      ))}
    </div>
  );
}
