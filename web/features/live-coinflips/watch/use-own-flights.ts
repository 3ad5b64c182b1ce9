import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { HELD_TOPICS } from "#web/features/live-coinflips/held.ts";
import { flipProofQuery, limitedsFlipsQuery, openFlipsQuery } from "#web/features/live-coinflips/queries.ts";
import { isShownHere, showHere } from "#web/features/live-coinflips/watch/shown-here.ts";
import { useUser } from "#web/lib/api/session.ts";
import { useLive } from "#web/lib/live/live.ts";

/** The player's coinflip that somebody has just joined. */
export interface OwnFlight {
  readonly flip: LiveCoinflip;
  /** On the clock of the page. */
  readonly begunAt: number;
  /** The coin has landed: the figures follow. */
  readonly land: () => void;
  /** It is no longer shown. If the coin has not landed, other places show the result. */
  readonly drop: () => void;
}

/** Calls `onGone` with each of a player's own coinflips that leaves a list. */
function useGone(
  list: readonly LiveCoinflip[] | undefined,
  playerId: string,
  onGone: (flip: LiveCoinflip) => void,
): void {
  const before = useRef<readonly LiveCoinflip[]>([]);
  const latest = useRef(onGone);
  latest.current = onGone;
  useEffect(() => {
    if (!list) return;
    const ids = new Set(list.map(({ id }) => id));
    for (const flip of before.current) if (!ids.has(flip.id)) latest.current(flip);
    before.current = list.filter(({ creatorId }) => creatorId === playerId);
  }, [list, playerId]);
}

/**
 * The player's joined coinflips, on every page. A list is followed only while the player's game is in it.
 * @param isTold whether the player already knows how a game ended
 */
export function useOwnFlights(isTold: (gameId: string) => boolean): readonly OwnFlight[] {
  const { id: playerId } = useUser();
  const queryClient = useQueryClient();
  const live = useLive();
  const [flights, setFlights] = useState<readonly OwnFlight[]>([]);
  const hasOwn = ({ state }: { readonly state: { readonly data: LiveCoinflip[] | undefined } }): boolean =>
    state.data?.some(({ creatorId }) => creatorId === playerId) ?? false;
  const open = useQuery({ ...openFlipsQuery, enabled: hasOwn }).data;
  const ofLimiteds = useQuery({ ...limitedsFlipsQuery, enabled: hasOwn }).data;

  const begin = (flip: LiveCoinflip) => {
    if (isShownHere(flip.id) || isTold(flip.id)) return;
    const begunAt = performance.now();
    const unshow = showHere(flip.id);
    const release = live.hold(HELD_TOPICS);
    const drop = () => {
      release();
      unshow();
      setFlights((others) => others.filter((other) => other.flip.id !== flip.id));
    };
    queryClient.fetchQuery({ ...flipProofQuery(flip.id), staleTime: 0 }).then(({ scheme, ...proof }) => {
      const isJoined =
        scheme === "rt1|pvp" &&
        "status" in proof &&
        (proof.status === "locked" || proof.status === "settled");
      if (isJoined) setFlights((others) => [...others, { flip, begunAt, land: release, drop }]);
      else drop();
    }, drop);
  };
  useGone(open, playerId, begin);
  useGone(ofLimiteds, playerId, begin);
  return flights;
}
