import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { rematchOf } from "#web/features/live-coinflips/join/join-result.tsx";
import { messageOf, returnOf } from "#web/features/live-coinflips/join/join-state.ts";
import { ownGamesQuery } from "#web/features/live-coinflips/queries.ts";
import { useFlipDialogs } from "#web/features/live-coinflips/use-flip-dialogs.tsx";
import { OwnFlightCard } from "#web/features/live-coinflips/watch/own-flight.tsx";
import { ResultCard } from "#web/features/live-coinflips/watch/result-card.tsx";
import { isShownHere } from "#web/features/live-coinflips/watch/shown-here.ts";
import { useOwnFlights } from "#web/features/live-coinflips/watch/use-own-flights.ts";
import { call } from "#web/lib/api/api.ts";
import { cx } from "#web/lib/cx.ts";
import { resultSound } from "#web/lib/effects/result-effects.ts";
import { useFreeEdge } from "#web/lib/page/free-edge.ts";
import { CoinFace } from "#web/ui/coin/coin-face.tsx";

const BETWEEN_PLAYERS: readonly string[] = ["live_coinflip", "limiteds_coinflip"];
/** Results shown at once; older ones make room. */
const SHOWN_MAX = 3;

/** A game that ended while the player was on the site. */
interface News {
  readonly game: GameHistoryEntry;
  readonly flip: LiveCoinflip;
}

/** Games settled since the page was opened that nothing else on it shows. */
function useNews() {
  const { data } = useQuery(ownGamesQuery);
  const [news, setNews] = useState<readonly News[]>([]);
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (!data) return;
    const newest = Math.max(0, ...data.map(({ position }) => position));
    const before = seen.current ?? newest;
    seen.current = Math.max(before, newest);
    for (const game of data.toReversed()) {
      if (game.position <= before || !BETWEEN_PLAYERS.includes(game.gameType) || isShownHere(game.id))
        continue;
      // The history does not have the stake; a failure here loses the notice, not the game.
      call("GET /live-coinflips/{id}", { params: { id: game.id } }).then(
        (flip) => {
          resultSound(returnOf(flip, game.won));
          setNews((others) => [...others, { game, flip }].slice(-SHOWN_MAX));
        },
        () => undefined,
      );
    }
  }, [data]);
  const dismiss = (id: string) => setNews((others) => others.filter(({ game }) => game.id !== id));
  const isTold = (id: string) => data?.some((game) => game.id === id) ?? false;
  return { news, dismiss, isTold };
}

/** Notifies a player on any page how their joined coinflips ended, and shows the coin. */
export default function ResultWatcher() {
  const { news, dismiss, isTold } = useNews();
  const flights = useOwnFlights(isTold);
  const { create, dialogs } = useFlipDialogs();
  const list = useRef<HTMLUListElement>(null);
  const edge = useFreeEdge(list, news.length + flights.length > 0);
  return (
    <>
      <ul
        ref={list}
        aria-label="Results of your coinflips"
        aria-live="polite"
        className={cx(
          "pointer-events-none fixed left-4 z-20 grid max-h-[36dvh] w-[min(22rem,calc(100vw-2rem))] gap-2 overflow-y-auto",
          edge === "bottom" ? "bottom-4" : "top-18",
        )}
      >
        {news.map(({ game, flip }) => (
          <ResultCard
            key={game.id}
            gameId={game.id}
            coin={<CoinFace face={game.result} className="size-10 shrink-0" />}
            outcome={{ won: game.won, result: game.result, message: messageOf(flip, game.won) }}
            onClose={() => dismiss(game.id)}
            onRematch={() => {
              dismiss(game.id);
              create(rematchOf(flip));
            }}
          />
        ))}
        {flights.map((flight) => (
          <OwnFlightCard
            key={flight.flip.id}
            flight={flight}
            onClose={flight.drop}
            onRematch={() => {
              flight.drop();
              create(rematchOf(flight.flip));
            }}
          />
        ))}
      </ul>
      {dialogs}
    </>
  );
}
