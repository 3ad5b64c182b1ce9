import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { rematchOf } from "#web/features/live-coinflips/join-result.tsx";
import { messageOf } from "#web/features/live-coinflips/join-state.ts";
import { resultText, YOU_LOST, YOU_WON } from "#web/features/live-coinflips/messages.ts";
import { ownGamesQuery } from "#web/features/live-coinflips/queries.ts";
import { isShownHere } from "#web/features/live-coinflips/shown-here.ts";
import { useFlipDialogs } from "#web/features/live-coinflips/use-flip-dialogs.tsx";
import { call } from "#web/lib/api.ts";
import { cx } from "#web/lib/cx.ts";
import { playSound } from "#web/lib/sound.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { CoinFace } from "#web/ui/coin-face.tsx";

const BETWEEN_PLAYERS: readonly string[] = ["live_coinflip", "limiteds_coinflip"];
/** Results shown at once; older ones make room. */
const SHOWN_MAX = 3;

/** A game that came to its end while the player was somewhere on the site. */
interface News {
  readonly game: GameHistoryEntry;
  readonly flip: LiveCoinflip;
}

/** Games between players that were settled since the page was opened and that nothing else on it tells of. */
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
      playSound(game.won ? "win" : "lose");
      // The history does not say what was staked; a failure here loses the notice, not the game.
      call("GET /live-coinflips/{id}", { params: { id: game.id } }).then(
        (flip) => setNews((others) => [...others, { game, flip }].slice(-SHOWN_MAX)),
        () => undefined,
      );
    }
  }, [data]);
  const dismiss = (id: string) => setNews((others) => others.filter(({ game }) => game.id !== id));
  return { news, dismiss };
}

function Item({ item, onClose, onRematch }: { item: News; onClose: () => void; onRematch: () => void }) {
  const { game, flip } = item;
  return (
    <li
      className={cx(
        "pointer-events-auto flex animate-rise items-start gap-3 rounded-control border bg-raised p-3 shadow-float",
        game.won ? "border-gain/40" : "border-loss/50",
      )}
    >
      <CoinFace face={game.result} className="size-10 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="sr-only">Your coinflip was joined.</p>
        <p className={cx("font-semibold text-sm", game.won ? "text-gain" : "text-loss")}>
          {game.won ? YOU_WON : YOU_LOST}
        </p>
        <p className="text-muted text-sm">{resultText(game.result, messageOf(flip, game.won))}</p>
        <div className="mt-2 flex gap-2">
          <Button size="sm" onClick={onRematch}>
            Rematch
          </Button>
          <Link
            href={`/games/${game.id}`}
            onClick={onClose}
            className={buttonClass({ variant: "ghost", size: "sm" })}
          >
            Proof
          </Link>
        </div>
      </div>
      <button
        type="button"
        aria-label="Close result"
        onClick={onClose}
        className="-m-1 grid size-10 shrink-0 place-items-center rounded-lg text-faint transition-colors hover:text-ink sm:size-9"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </li>
  );
}

/** Tells a player, on whatever page, how coinflips ended that somebody joined. */
export default function ResultWatcher() {
  const { news, dismiss } = useNews();
  const { create, dialogs } = useFlipDialogs();
  return (
    <>
      <ul
        aria-label="Results of your coinflips"
        aria-live="polite"
        className="pointer-events-none fixed bottom-4 left-4 z-30 grid w-[min(22rem,calc(100vw-2rem))] gap-2"
      >
        {news.map((item) => (
          <Item
            key={item.game.id}
            item={item}
            onClose={() => dismiss(item.game.id)}
            onRematch={() => {
              dismiss(item.game.id);
              create(rematchOf(item.flip));
            }}
          />
        ))}
      </ul>
      {dialogs}
    </>
  );
}
