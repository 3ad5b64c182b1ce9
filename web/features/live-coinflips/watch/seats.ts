import { useEffect, useRef } from "react";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";

type Flips = readonly LiveCoinflip[];

/**
 * Gives open coinflips their places: each keeps its own, and a new one takes that of one that is gone, else the last.
 * Otherwise every game that comes or goes would move all others under the pointer. One that is gone keeps its place
 * while an open one follows. All are placed anew once the player has opened one, which would be hidden behind many.
 * @param wanted the open ones, in the order in which those without a place get one
 * @example seated([bob, alice], [carol, alice], null) // [carol, alice]
 */
export function seated(before: Flips, wanted: Flips, playerId: string | null): Flips {
  const arrivals = wanted.filter(({ id }) => before.every((one) => one.id !== id));
  if (arrivals.some(({ creatorId }) => creatorId === playerId)) return wanted;
  const seats = before.map((one) => wanted.find(({ id }) => id === one.id) ?? arrivals.shift() ?? one);
  seats.push(...arrivals);
  return seats.slice(0, seats.findLastIndex((flip) => wanted.includes(flip)) + 1);
}

/** The wanted coinflips and those that are gone, in their places. @param choice when it changes, all are placed anew */
export function useSeats(wanted: Flips, choice: unknown, playerId: string | null): Flips {
  const last = useRef([wanted, choice] as const);
  const [before, chosen] = last.current;
  const seats = seated(choice === chosen ? before : [], wanted, playerId);
  useEffect(() => {
    last.current = [seats, choice];
  });
  return seats;
}
