import { Dices, SearchX } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { GameCard, GameGrid, GameGridSkeleton } from "#web/features/user-games/game-card.tsx";
import { NO_GAMES, NO_MATCH, SORTS } from "#web/features/user-games/messages.ts";
import {
  type Browsing,
  EVERY_GAME,
  GAMES_PER_PAGE,
  userGamesQuery,
} from "#web/features/user-games/queries.ts";
import { gameKinds } from "#web/features/user-games/slots.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { usePages } from "#web/lib/pages.ts";
import { useParts } from "#web/lib/site.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { Criteria, fieldsOf, SearchField } from "#web/ui/forms/criteria.tsx";
import { Pager } from "#web/ui/lists/pager.tsx";
import { LoadErrorCard } from "#web/ui/load-error.tsx";

const SKELETONS = 6;

interface LookProps {
  readonly looking: Browsing;
  readonly onChange: (looking: Browsing) => void;
}

/** The filters; each change applies at once. */
function Look({ looking, onChange }: LookProps) {
  const kinds = useParts(gameKinds).map(({ gameType, label }) => [gameType, label] as const);
  const options = Object.fromEntries([["all", "All kinds"], ...kinds]) as Record<
    Browsing["gameType"],
    string
  >;
  const field = fieldsOf(looking, onChange);
  return (
    <Criteria className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-3 sm:grid-cols-[2fr_1fr_1fr]">
      <SearchField placeholder="Part of a title" {...field("search")} className="col-span-2 sm:col-span-1" />
      <Select label="Kind" options={options} {...field("gameType")} className="min-w-0" />
      <Select label="Sort" options={SORTS} {...field("sort")} className="min-w-0" />
    </Criteria>
  );
}

/** The active games of all players. @param create the button that makes one */
export function Browse({ create }: { create: ReactNode }) {
  const [looking, setLooking] = useState(EVERY_GAME);
  const pages = usePages("games");
  const asked = useDeferredValue(looking);
  const { data, error, refetch, isPlaceholderData } = useSteadyQuery(userGamesQuery(asked, pages.cursor));
  const look = (next: Browsing) => {
    setLooking(next);
    if (pages.number > 1) pages.toNewest();
  };
  const isAll = looking.search.trim() === "" && looking.gameType === "all";
  const older = data?.length === GAMES_PER_PAGE ? String(data.at(-1)?.position) : null;
  return (
    <>
      <Look looking={looking} onChange={look} />
      {!data && error && <LoadErrorCard {...{ error, refetch }} what="The games" />}
      {!data && !error && <GameGridSkeleton count={SKELETONS} />}
      {data?.length === 0 && (
        <Card>
          {isAll ? (
            <EmptyState icon={Dices} {...NO_GAMES} action={create} />
          ) : (
            <EmptyState
              icon={SearchX}
              {...NO_MATCH}
              action={<Button onClick={() => look(EVERY_GAME)}>Show all games</Button>}
            />
          )}
        </Card>
      )}
      {data && data.length > 0 && (
        <GameGrid label="Games">
          {data.map((game) => (
            <GameCard key={game.id} game={game} />
          ))}
        </GameGrid>
      )}
      {data && <Pager of="games" pages={pages} older={older} isLoading={isPlaceholderData} />}
    </>
  );
}
