import { Trophy } from "lucide-react";
import { useSearchParams } from "wouter";
import {
  addressOf,
  type Board,
  boardOf,
  boardQuery,
  ownRow,
  PERIOD_NAMES,
  type Period,
  RANKING_NAMES,
  type Ranking,
} from "#web/features/leaderboard/board.ts";
import { BoardTable } from "#web/features/leaderboard/board-table.tsx";
import { OwnPlace } from "#web/features/leaderboard/own-place.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Segments } from "#web/ui/forms/segments.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

const HEADING = {
  title: "Leaderboard",
  description: "RBX and TIX count one to one. Days and weeks begin at midnight UTC, weeks on Monday.",
};

/** Rows that hold the board's place while it loads. */
const SKELETON_ROWS = 10;

function BoardChoice({ board }: { board: Board }) {
  const periods = (Object.keys(PERIOD_NAMES) as Period[]).map((period) => ({
    value: period,
    label: PERIOD_NAMES[period],
    href: addressOf({ ...board, period }),
  }));
  const rankings = (Object.keys(RANKING_NAMES) as Ranking[]).map((by) => ({
    value: by,
    label: RANKING_NAMES[by],
    href: addressOf({ ...board, by }),
  }));
  return (
    <div className="mb-4 flex flex-wrap gap-3 sm:justify-between">
      <Segments label="Period" segments={periods} value={board.period} className="w-full sm:w-auto" />
      <Segments label="Ranked by" segments={rankings} value={board.by} className="w-full sm:w-auto" />
    </div>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** Players by amount wagered or by profit. */
export default function LeaderboardPage() {
  const [params] = useSearchParams();
  const board = boardOf(params);
  const session = useSession();
  const playerId = session.status === "signed-in" ? session.user.id : null;
  const { data, error, refetch, isPlaceholderData } = useSteadyQuery(boardQuery(board));
  const caption = `Players by ${board.by}, ${PERIOD_NAMES[board.period].toLowerCase()}`;
  return (
    <>
      <PageHeading {...HEADING} />
      <BoardChoice board={board} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-6">
        <div className="lg:order-last">
          <OwnPlace
            session={session}
            rows={data}
            own={data && ownRow(data, playerId)}
            isFailed={!data && error !== null}
          />
        </div>
        <Card aria-label={caption} className="px-2! sm:px-4!">
          {!data && error && <LoadError error={error} what="This board" onRetry={() => void refetch()} />}
          {!data && !error && <TableSkeleton rows={SKELETON_ROWS} />}
          {data?.length === 0 && (
            <EmptyState
              icon={Trophy}
              title="Nobody yet"
              text="The first flip of this period opens the board."
            />
          )}
          {data && data.length > 0 && (
            <BoardTable
              rows={data}
              by={board.by}
              playerId={playerId}
              caption={caption}
              isStale={isPlaceholderData}
            />
          )}
        </Card>
      </div>
    </>
  );
}
