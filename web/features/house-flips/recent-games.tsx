import { useQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { Link } from "wouter";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import { figureNote, figureOf, gameName, opponentName } from "#web/features/house-flips/game-words.ts";
import { LastEnds } from "#web/features/house-flips/last-ends.tsx";
import { NO_GAMES } from "#web/features/house-flips/messages.ts";
import { RECENT_GAMES, recentGamesQuery } from "#web/features/house-flips/queries.ts";
import { StakedBadge } from "#web/features/house-flips/staked-badge.tsx";
import { cx } from "#web/lib/cx.ts";
import { timeOfDay } from "#web/lib/format.ts";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Noted } from "#web/ui/floating/tooltip.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton, SkeletonRows } from "#web/ui/skeleton.tsx";

function Game({ game }: { game: GameHistoryEntry }) {
  return (
    <li className="relative -mx-2 grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-2 py-2 transition-colors hover:bg-raised">
      <span className="flex items-center gap-2">
        <SideBadge side={game.betSide} />
        <StakedBadge game={game} />
      </span>
      <span className="text-right">
        <Noted
          note={figureNote(game)}
          className={cx("relative z-10 font-semibold text-sm", game.won ? "text-gain" : "text-loss")}
        >
          {figureOf(game)}
        </Noted>
      </span>
      {/* Its box covers the whole row, so that all of it links to the proof; the figure is layered above. */}
      <Link href={`/games/${game.id}`} className="truncate text-faint text-xs after:absolute after:inset-0">
        <bdi>{gameName(game)}</bdi> vs {opponentName(game)}
      </Link>
      <time dateTime={game.createdAt} className="text-right text-faint text-xs">
        {timeOfDay(game.createdAt)}
      </time>
    </li>
  );
}

/** How the player's last games ended, and the newest of them, each a link to its proof. */
export function RecentGames() {
  const { data, error, refetch } = useQuery(recentGamesQuery);
  if (!data && error) return <LoadError error={error} what="Your games" onRetry={() => void refetch()} />;
  if (!data)
    return (
      <>
        <Skeleton className="mb-2 h-20 rounded-control" />
        <SkeletonRows rows={RECENT_GAMES} className="h-14.25" />
      </>
    );
  if (data.length === 0) return <EmptyState icon={Coins} text={NO_GAMES} />;
  return (
    <>
      <LastEnds games={data} />
      <ul className="divide-y divide-line">
        {data.slice(0, RECENT_GAMES).map((game) => (
          <Game key={game.id} game={game} />
        ))}
      </ul>
    </>
  );
}
