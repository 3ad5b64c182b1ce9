import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { LiveGame } from "#domain/features/spectator/contract.ts";
import type { RoundProofOfGame } from "#web/features/spectator/use-watched.ts";
import { userGameQuery } from "#web/features/user-games/queries.ts";
import { gameKinds } from "#web/features/user-games/slots.ts";
import { useParts } from "#web/lib/site.ts";
import type { Side } from "#web/lib/stakes/stake.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** How long a round's end stays in view before the next one, in milliseconds. */
export const NEXT_ROUND_AFTER_MS = 8_000;

interface WatchedRoundProps {
  readonly proof: RoundProofOfGame;
  readonly games: readonly LiveGame[] | undefined;
  readonly onNext: (id: string) => void;
}

/** Goes on to the game's next round, once the one that is watched has ended and was seen. */
function useNextRound({ proof, games, onNext }: WatchedRoundProps) {
  const side = proof.currency.toLowerCase();
  const next = games?.find(
    ({ id, userGame, player1 }) =>
      id !== proof.id && userGame?.id === proof.gameId && player1.betSide === side,
  )?.id;
  const follows = proof.endedAt === null ? undefined : next;
  const latest = useRef(onNext);
  latest.current = onNext;
  useEffect(() => {
    if (follows === undefined) return;
    const timer = setTimeout(() => latest.current(follows), NEXT_ROUND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [follows]);
}

/** A round of a player-made game, read-only, with the ways to the game and to the proof. */
export function WatchedRound(props: WatchedRoundProps) {
  const { gameId, gameType, currency, id } = props.proof;
  useNextRound(props);
  const { data: game } = useQuery(userGameQuery(gameId));
  const watch = useParts(gameKinds).find((kind) => kind.gameType === gameType)?.watch;
  const side: Side = currency === "RBX" ? "rbx" : "tix";
  return (
    <section aria-label="Selected game" className="min-w-0 space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 truncate font-semibold text-ink text-lg">
          <bdi>{game?.title ?? "\u00a0"}</bdi>
        </h2>
        <span className="flex flex-wrap gap-2">
          <Link href={`/user-games/${gameId}`} className={buttonClass({ size: "sm" })}>
            Play this game
          </Link>
          <Link href={`/games/${id}`} className={buttonClass({ size: "sm" })}>
            <ShieldCheck className="size-4" aria-hidden="true" />
            {props.proof.endedAt === null ? "See how it is decided" : "Verify this round"}
          </Link>
        </span>
      </div>
      <Suspense fallback={<Skeleton className="h-108 rounded-control" />}>
        {watch && <watch.View gameId={gameId} side={side} />}
      </Suspense>
    </section>
  );
}
