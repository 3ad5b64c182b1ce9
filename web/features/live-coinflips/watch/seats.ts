import { useEffect, useRef } from "react";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";

/** The place of a coinflip in a list that is looked at. */
export interface Seat {
  readonly flip: LiveCoinflip;
  /** It cannot be joined any more, but the places after it are still taken. */
  readonly isGone: boolean;
}

/**
 * Gives open coinflips their places: each keeps its own, and a new one takes that of one that is gone, else the last.
 * Otherwise every game that comes or goes would move all others under the pointer.
 * @param wanted in the order in which those without a place get one
 * @example seated([], [flip]) // [{ flip, isGone: false }]
 */
export function seated(before: readonly Seat[], wanted: readonly LiveCoinflip[]): readonly Seat[] {
  const open = new Map(wanted.map((flip) => [flip.id, flip]));
  const kept = before.map(({ flip }) => ({ flip: open.get(flip.id) ?? flip, isGone: !open.has(flip.id) }));
  for (const { flip } of before) open.delete(flip.id);
  const arrivals = [...open.values()].map((flip) => ({ flip, isGone: false }));
  const seats = [...kept.map((seat) => (seat.isGone && arrivals.shift()) || seat), ...arrivals];
  return seats.slice(0, seats.findLastIndex(({ isGone }) => !isGone) + 1);
}

/** The places of the wanted coinflips. @param choice when it changes, all are placed anew */
export function useSeats(wanted: readonly LiveCoinflip[], choice: unknown): readonly Seat[] {
  const last = useRef({ choice, seats: seated([], wanted) });
  const seats = seated(last.current.choice === choice ? last.current.seats : [], wanted);
  useEffect(() => {
    last.current = { choice, seats };
  });
  return seats;
}
