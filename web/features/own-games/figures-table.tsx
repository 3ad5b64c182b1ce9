import { Table } from "lucide-react";
import { FIGURES_GAMES_MAX } from "#domain/features/own-games/rules.ts";
import { kindName } from "#web/features/house-flips/game-words.ts";
import { figuresQuery, type Wanted } from "#web/features/own-games/queries.ts";
import type { Answer } from "#web/lib/api/api.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { figure, winRate } from "#web/lib/format.ts";
import { Amount } from "#web/ui/amount.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

type GameFigures = Answer<"GET /games/figures">["figures"][number];

const COLUMNS: readonly TableColumn<GameFigures>[] = [
  { title: "Game", isHeader: true, cell: (figures) => kindName(figures) },
  { title: "Currency", cell: ({ currency }) => currency ?? "-" },
  { title: "Rounds", isNumeric: true, cell: ({ games }) => games },
  { title: "Win rate", isNumeric: true, isForWide: true, cell: ({ wins, games }) => winRate(wins, games) },
  { title: "Staked", isNumeric: true, isForWide: true, cell: ({ staked }) => <Amount value={staked} /> },
  {
    title: "Biggest win",
    isNumeric: true,
    isForWide: true,
    cell: ({ biggestWin }) => <Amount value={biggestWin} />,
  },
  { title: "Net", isNumeric: true, cell: ({ net }) => <Amount signed value={net} /> },
];

interface FiguresTableProps {
  readonly wanted: Wanted;
  /** What the figures are of. */
  readonly caption: string;
  /** What stands where there is no such game. */
  readonly none: string;
}

/** Results of the filtered games, by game and currency. */
export function FiguresTable({ wanted, caption, none }: FiguresTableProps) {
  const { data, error, refetch, isPlaceholderData } = useSteadyQuery(figuresQuery(wanted));
  if (!data && error) return <LoadError error={error} what={caption} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={3} rowClassName="h-10" />;
  if (data.figures.length === 0) return <EmptyState icon={Table} text={none} />;
  return (
    <>
      <DataTable
        caption={caption}
        columns={COLUMNS}
        rows={data.figures}
        rowKey={({ gameType, currency }) => `${gameType} ${currency}`}
        isStale={isPlaceholderData}
      />
      {!data.isWhole && (
        <p className="mt-2 text-faint text-xs">Of your newest {figure(FIGURES_GAMES_MAX)} games.</p>
      )}
    </>
  );
}
