import { useQuery } from "@tanstack/react-query";
import { MousePointerClick, SearchX } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import type { LiveGame } from "#domain/features/spectator/contract.ts";
import { SpectatorChat } from "#web/features/spectator/chat.tsx";
import { GameDetail } from "#web/features/spectator/detail.tsx";
import { gameIdIn, popular, watchedIn } from "#web/features/spectator/game.ts";
import { GameList } from "#web/features/spectator/game-list.tsx";
import { LargestBets } from "#web/features/spectator/largest-bets.tsx";
import { NO_CHOICE, NO_SUCH_GAME, SUBTITLE, TITLE } from "#web/features/spectator/messages.ts";
import { liveGamesQuery } from "#web/features/spectator/queries.ts";
import { useWatched } from "#web/features/spectator/use-watched.ts";
import { useInAir, WatchedFlip } from "#web/features/spectator/watched-flip.tsx";
import { WatchedRound } from "#web/features/spectator/watched-round.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useWatch } from "#web/lib/live/live.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

const HEADING = { title: TITLE, description: SUBTITLE };

const TABS = ["live", "popular"] as const;

/** Tab and game, kept in the address. */
function useChoice() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    tab: TABS.find((one) => one === params.get("tab")) ?? TABS[0],
    game: params.get("game"),
    setTab: (tab: string) => set("tab", tab),
    setGame: (id: string) => set("game", id),
  };
}

function NoSuchGame() {
  return (
    <Card aria-label="Selected game" className="grid min-h-72 place-items-center">
      <EmptyState icon={SearchX} {...NO_SUCH_GAME} />
    </Card>
  );
}

interface WatchingProps {
  readonly id: string;
  readonly games: readonly LiveGame[] | undefined;
  readonly onNext: (id: string) => void;
}

/** One game and what is said of it. */
function Watching({ id, games, onNext }: WatchingProps) {
  const watched = useWatched(id, games);
  const { proof, round, flip, error, isUnknown, retry } = watched;
  const isFlipInAir = useInAir(flip?.settledAt ?? null);
  const isInAir = watched.isInAir || isFlipInAir;
  if (isUnknown) return <NoSuchGame />;
  const endedAt = proof?.settledAt ?? flip?.settledAt ?? null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6">
      {round && <WatchedRound proof={round} games={games} onNext={onNext} />}
      {flip && <WatchedFlip proof={flip} isInAir={isFlipInAir} />}
      {!round && !flip && (
        <Card aria-label="Selected game" className="min-h-120">
          {proof && <GameDetail id={id} watched={{ ...watched, proof }} />}
          {!proof && error && <LoadError error={error} what="This game" onRetry={retry} />}
          {!proof && !error && <Skeleton className="h-108 rounded-control" />}
        </Card>
      )}
      <SpectatorChat gameId={id} before={isInAir ? endedAt : null} />
    </div>
  );
}

/** What most people watch, and what most was staked on. */
function Popular({ list, isKnown }: { list: ReactNode; isKnown: boolean }) {
  return (
    <>
      {list}
      {/* Below a list whose length is unknown until then. */}
      {isKnown && <LargestBets />}
    </>
  );
}

function Nothing() {
  return (
    <Card aria-label="Selected game" className="grid min-h-72 place-items-center">
      <EmptyState icon={MousePointerClick} {...NO_CHOICE} />
    </Card>
  );
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** Games to be watched: those that are live, and one of them in full. */
export default function SpectatorPage() {
  const { tab, game, setTab, setGame } = useChoice();
  const { data, error, refetch } = useQuery(liveGamesQuery);
  const panel = useRef<HTMLElement>(null);
  const isChosenHere = useRef(false);
  const id = gameIdIn(game);
  useWatch(watchedIn(data, id));
  useEffect(() => {
    if (game === null || !isChosenHere.current) return;
    // Below the list on a narrow screen, where a choice would show nothing.
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "nearest" });
  }, [game]);
  const select = (id: string) => {
    isChosenHere.current = true;
    setGame(id);
  };
  const list = (games: readonly LiveGame[] | undefined) => (
    <GameList games={games} error={error} onRetry={() => void refetch()} selected={game} onSelect={select} />
  );
  return (
    <>
      <PageHeading {...HEADING} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:gap-6">
        <Card aria-label="Games">
          <Tabs
            label="Games"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: "live", label: "Live Games", content: list(data) },
              {
                value: "popular",
                label: "Popular",
                content: <Popular list={list(data && popular(data))} isKnown={Boolean(data || error)} />,
              },
            ]}
          />
        </Card>
        <section
          ref={panel}
          tabIndex={-1}
          aria-label="Watched game"
          className="min-w-0 scroll-mt-20 outline-none"
        >
          {id !== null && <Watching key={id} id={id} games={data} onNext={setGame} />}
          {/* On a narrow screen it stands below the list, whose length is unknown until then. */}
          {id === null && (data || error) && (game === null ? <Nothing /> : <NoSuchGame />)}
        </section>
      </div>
    </>
  );
}
