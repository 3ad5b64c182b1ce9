import type { ReactNode } from "react";
import { Link } from "wouter";
import type { OwnUserGame, UserGameListed } from "#domain/features/user-games/contract.ts";
import {
  Creator,
  EdgeTerms,
  EdgeWarning,
  GameTerms,
  KindBadge,
  Volume,
} from "#web/features/user-games/game-face.tsx";
import { dayOf, money, readMoney } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Term } from "#web/ui/proofs/term.tsx";
import { Skeleton, SkeletonCards } from "#web/ui/skeleton.tsx";

const GRID = "grid gap-4 sm:grid-cols-2 lg:grid-cols-3";

/** Cards of games side by side. */
export function GameGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={GRID}>
      {children}
    </ul>
  );
}

/** Holds the place of cards. */
export function GameGridSkeleton({ count }: { count: number }) {
  return (
    <SkeletonCards count={count} testId="game-skeleton" className={GRID} cardClassName="space-y-4 p-5">
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-11 w-full" />
    </SkeletonCards>
  );
}

/** One below the other; on a phone in two columns, each name above its figure. */
const FIGURES =
  "mt-auto text-sm max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-2 max-sm:[&>div]:block max-sm:[&_dd]:text-left sm:divide-y sm:divide-line";

interface FrameProps {
  readonly title: string;
  readonly badges: ReactNode;
  readonly about: ReactNode;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

function Frame({ title, badges, about, children, actions }: FrameProps) {
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-panel p-5 shadow-card">
      <div className="space-y-2">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 font-semibold text-ink text-lg leading-snug tracking-tight [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </h2>
          <span className="flex shrink-0 gap-1.5">{badges}</span>
        </div>
        {about}
      </div>
      <dl className={FIGURES}>{children}</dl>
      {actions}
    </li>
  );
}

/** A game of another player, and the way to play it. */
export function GameCard({ game }: { game: UserGameListed }) {
  return (
    <Frame
      title={game.title}
      badges={<KindBadge gameType={game.gameType} />}
      about={
        <>
          <Creator creator={game.creator} />
          {game.description && (
            <p className="line-clamp-3 text-muted text-sm [overflow-wrap:anywhere]">
              <bdi>{game.description}</bdi>
            </p>
          )}
          <EdgeWarning houseEdge={game.houseEdge} />
        </>
      }
      actions={
        <div className="flex items-center justify-between gap-3">
          <time dateTime={game.createdAt} className="text-faint text-xs">
            Created {dayOf(game.createdAt)}
          </time>
          <Link
            href={`/user-games/${game.id}`}
            aria-label={`Play Game: ${game.title}`}
            className={buttonClass({ variant: "primary", size: "sm" })}
          >
            Play Game
          </Link>
        </div>
      }
    >
      <GameTerms game={game} />
    </Frame>
  );
}

/** Whether a game takes bets. */
export function GameStatus({
  game: { isActive, isHalted },
}: {
  game: Pick<UserGameListed, "isActive" | "isHalted">;
}) {
  if (isHalted) return <Badge tone="warn">Stopped</Badge>;
  return <Badge tone={isActive ? "gain" : "neutral"}>{isActive ? "Active" : "Inactive"}</Badge>;
}

interface OwnGameCardProps {
  readonly game: OwnUserGame;
  readonly onEdit: (game: OwnUserGame) => void;
}

/** A game of the player's own, with what it earned. */
export function OwnGameCard({ game, onEdit }: OwnGameCardProps) {
  return (
    <Frame
      title={game.title}
      badges={
        <>
          <KindBadge gameType={game.gameType} />
          <GameStatus game={game} />
        </>
      }
      about={<EdgeWarning houseEdge={game.houseEdge} />}
      actions={
        <div className="grid grid-cols-2 gap-3">
          <Button size="sm" onClick={() => onEdit(game)} aria-label={`Edit ${game.title}`}>
            Edit
          </Button>
          <Link
            href={`/user-games/${game.id}`}
            aria-label={`View ${game.title}`}
            className={buttonClass({ size: "sm" })}
          >
            View
          </Link>
        </div>
      }
    >
      <Term label="Total Played">{game.totalPlayed}</Term>
      <Term label="Total Volume">
        <Volume amount={game.totalVolume} />
      </Term>
      <EdgeTerms game={game} />
      <Term label="Your Earnings">
        <span className="text-gain">{money(readMoney(game.earnings))}</span>
      </Term>
    </Frame>
  );
}
