import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { type Flight, ticked } from "#web/features/crash/fly/flight.ts";
import { roundsQuery } from "#web/features/game-rounds/queries.ts";
import { useRound } from "#web/features/game-rounds/use-round.ts";
import type { Side } from "#web/lib/stakes/stake.ts";

/** A round's state as shown: its point may be known before the service has settled it. */
export type Phase = "none" | "betting" | "locked" | "running" | "busted" | "void";

function phaseOf(round: GameRound | null, point: string | null): Phase {
  if (round === null) return "none";
  if (point !== null || round.status === "settled") return "busted";
  return round.status === "waiting" ? "betting" : round.status;
}

/** A round as the page shows it. */
export interface ShownCrash {
  readonly round: GameRound | null;
  readonly phase: Phase;
  /** Where the curve broke, once published. */
  readonly point: string | null;
  /** The curve's state, for drawing. */
  readonly flight: RefObject<Flight | null>;
}

/** The open round; without one, the one that was watched to its end, so that its result stays in view. */
export function useCrashRound(gameId: string, side: Side) {
  const flight = useRef<Flight | null>(null);
  const shown = useRef<GameRound | null>(null);
  const follow = (roundId: string, elapsed: number, receivedAt = Date.now()) => {
    if (roundId === shown.current?.id)
      flight.current = ticked(flight.current, { roundId, elapsed, receivedAt });
  };
  const current = useRound(gameId, side, { onTick: follow });
  const { open, data, dataUpdatedAt, toldOf } = current;
  const { data: list } = useQuery(roundsQuery(gameId));
  if (shown.current?.currency.toLowerCase() !== side) shown.current = null;
  if (open !== null) shown.current = open;
  const ended = list?.items.find(({ id }) => id === shown.current?.id);
  const round = ended ?? shown.current;
  const point = round === null ? null : (toldOf(round.id)?.bust?.point ?? round.point);

  // Without frames the curve is known by what was read.
  const follows = useRef(follow);
  follows.current = follow;
  useEffect(() => {
    const { round: read = null, serverTime = "" } = data ?? {};
    if (read?.status !== "running" || read.startsAt === null) return;
    follows.current(read.id, Date.parse(serverTime) - Date.parse(read.startsAt), dataUpdatedAt);
  }, [data, dataUpdatedAt]);

  return { ...current, shown: { round, phase: phaseOf(round, point), point, flight } satisfies ShownCrash };
}
