import type { UseQueryResult } from "@tanstack/react-query";
import { Dices } from "lucide-react";
import type { ReactNode } from "react";
import type { OwnUserGame } from "#domain/features/user-games/contract.ts";
import { EarningsCard } from "#web/features/user-games/earnings-card.tsx";
import { GameGrid, GameGridSkeleton, OwnGameCard } from "#web/features/user-games/game-card.tsx";
import { NO_OWN_GAMES } from "#web/features/user-games/messages.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadErrorCard } from "#web/ui/load-error.tsx";

const SKELETONS = 3;

interface MyGamesProps {
  readonly games: UseQueryResult<OwnUserGame[]>;
  readonly onEdit: (game: OwnUserGame) => void;
  /** The button that makes the first one. */
  readonly create: ReactNode;
}

/** The player's own games, and what they earned. */
export function MyGames({ games: { data, error, refetch }, onEdit, create }: MyGamesProps) {
  if (!data && error) {
    return <LoadErrorCard {...{ error, refetch }} what="Your games" />;
  }
  if (!data) return <GameGridSkeleton count={SKELETONS} />;
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState icon={Dices} {...NO_OWN_GAMES} action={create} />
      </Card>
    );
  }
  return (
    <div className="space-y-6">
      <GameGrid label="Your games">
        {data.map((game) => (
          <OwnGameCard key={game.id} game={game} onEdit={onEdit} />
        ))}
      </GameGrid>
      <EarningsCard />
    </div>
  );
}
