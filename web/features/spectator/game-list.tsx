import { Eye, Tv } from "lucide-react";
import type { LiveGame } from "#domain/features/spectator/contract.ts";
import { currencyOf, stakeOf, statusAt, whoPlays } from "#web/features/spectator/game.ts";
import { NO_GAMES, statusName, typeName, watchers } from "#web/features/spectator/messages.ts";
import { StatusBadge } from "#web/features/spectator/status-badge.tsx";
import { cx } from "#web/lib/cx.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { Amount } from "#web/ui/amount.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

const SKELETONS = 4;
const TICK_MS = 1000;

interface GameListProps {
  readonly games: readonly LiveGame[] | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

interface RowProps {
  readonly game: LiveGame;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly now: number;
}

/** The row in words, for screen readers. */
function labelOf(game: LiveGame, status: LiveGame["status"]): string {
  const { player1, gameType, spectatorCount, userGame } = game;
  const what = userGame === undefined ? typeName(gameType) : `${typeName(gameType)}, ${userGame.title}`;
  const stake = stakeOf(player1, currencyOf(game));
  return `${whoPlays(game)}: ${what}, ${stake}, ${watchers(spectatorCount)}, ${statusName(game, status)}`;
}

/** What a row is about: a game of a player's by its title, another by who plays. */
function Subject({ game: { player1, player2, userGame } }: { game: LiveGame }) {
  if (userGame !== undefined) return <bdi>{userGame.title}</bdi>;
  return (
    <>
      {player1.username}
      <span className="font-normal text-faint"> vs </span>
      {player2?.username ?? <span className="font-normal text-muted">nobody yet</span>}
    </>
  );
}

function Row({ game, isSelected, onSelect, now }: RowProps) {
  const { player1, userGame } = game;
  const currency = currencyOf(game);
  const status = statusAt(game, now);
  return (
    <li>
      <button
        type="button"
        aria-label={labelOf(game, status)}
        aria-pressed={isSelected}
        onClick={onSelect}
        className={cx(
          "grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 rounded-control border px-3 py-3 text-left transition-colors",
          isSelected
            ? "border-accent/60 bg-accent/8"
            : "border-line hover:border-line-strong hover:bg-raised",
        )}
      >
        <span className="col-span-2 truncate font-semibold text-ink text-sm">
          <Subject game={game} />
        </span>
        <span className="text-muted text-xs">
          {typeName(game.gameType)} · {userGame ? whoPlays(game) : stakeOf(player1, currency)}
        </span>
        <Amount
          value={game.totalValue}
          currency={currency}
          className="text-right font-semibold text-ink text-sm"
        />
        <span>
          <StatusBadge status={status} label={statusName(game, status)} />
        </span>
        <span className="flex items-center justify-end gap-1.5 text-muted text-xs">
          <Eye className="size-3.5" aria-hidden="true" />
          <span aria-hidden="true">{game.spectatorCount}</span>
          <span className="sr-only">{watchers(game.spectatorCount)}</span>
        </span>
      </button>
    </li>
  );
}

/** Games to choose from. */
export function GameList({ games, error, onRetry, selected, onSelect }: GameListProps) {
  const now = useNow(TICK_MS);
  if (!games && error) return <LoadError error={error} what="Live games" onRetry={onRetry} />;
  if (!games) return <SkeletonRows rows={SKELETONS} className="h-25" />;
  if (games.length === 0) return <EmptyState icon={Tv} {...NO_GAMES} />;
  return (
    <ul aria-label="Live games" className="grid gap-2">
      {games.map((game) => (
        <Row
          key={game.id}
          game={game}
          now={now}
          isSelected={game.id === selected}
          onSelect={() => onSelect(game.id)}
        />
      ))}
    </ul>
  );
}
