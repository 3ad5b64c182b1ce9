import { useQuery } from "@tanstack/react-query";
import type { GameHistoryEntry } from "#domain/features/house-flips/contract.ts";
import { recentGamesQuery } from "#web/features/house-flips/queries.ts";
import { cx } from "#web/lib/cx.ts";

/** How the last games ended, the newest first. */
export function LastEnds({ games }: { games: readonly GameHistoryEntry[] }) {
  const won = games.filter((game) => game.won).length;
  return (
    <div className="min-h-20 pb-2">
      <ol aria-label="How your last games ended" className="grid grid-cols-10 gap-1.5">
        {games.map(({ id, won: isWon }) => (
          <li
            key={id}
            className={cx(
              "grid h-6 place-items-center rounded-md font-semibold text-xs",
              isWon ? "bg-gain/15 text-gain" : "bg-loss/15 text-loss",
            )}
          >
            <span aria-hidden="true">{isWon ? "W" : "L"}</span>
            <span className="sr-only">{isWon ? "Won" : "Lost"}</span>
          </li>
        ))}
      </ol>
      <p className="mt-1.5 text-faint text-xs">
        {won} of the last {games.length} won
      </p>
    </div>
  );
}

/** The same of the signed-in player; nothing until it is known, and before their first game. */
export function OwnLastEnds() {
  const { data } = useQuery(recentGamesQuery);
  return data && data.length > 0 ? <LastEnds games={data} /> : null;
}
