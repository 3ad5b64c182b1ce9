import { useQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { Link } from "wouter";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import { NO_GAMES } from "#web/features/house-flips/messages.ts";
import { RECENT_GAMES, recentGamesQuery } from "#web/features/house-flips/queries.ts";
import { cx } from "#web/lib/cx.ts";
import { money, readMoney, timeOfDay } from "#web/lib/format.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SideBadge } from "#web/ui/side-badge.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

function Game({ game }: { game: GameHistoryEntry }) {
  const figure = game.won ? `+${money(readMoney(game.winAmount))}` : `-${money(readMoney(game.betAmount))}`;
  return (
    <li>
      <Link
        href={`/games/${game.id}`}
        className="-mx-2 flex min-h-12 items-center gap-3 rounded-lg px-2 transition-colors hover:bg-raised"
      >
        <SideBadge side={game.betSide} />
        <span className="ml-auto text-right leading-tight">
          <span
            title={game.won ? "Pay-out, your bet included" : "The bet you lost"}
            className={cx("block font-semibold text-sm", game.won ? "text-gain" : "text-loss")}
          >
            {figure}
          </span>
          <time dateTime={game.createdAt} className="text-faint text-xs">
            {timeOfDay(game.createdAt)}
          </time>
        </span>
      </Link>
    </li>
  );
}

/** The player's newest games, each a link to its proof. */
export function RecentGames() {
  const { data, error, refetch } = useQuery(recentGamesQuery);
  if (!data && error) return <LoadError error={error} what="Your games" onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={RECENT_GAMES} className="h-12.25" />;
  if (data.length === 0) return <EmptyState icon={Coins} text={NO_GAMES} />;
  return (
    <ul className="divide-y divide-line">
      {data.slice(0, RECENT_GAMES).map((game) => (
        <Game key={game.id} game={game} />
      ))}
    </ul>
  );
}
