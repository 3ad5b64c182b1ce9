import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { Coinflip } from "./coinflip.ts";
import { coinflipCancelled, coinflipExpired } from "./events.ts";

/** Takes an open coinflip back, as its creator may until somebody joins; the stakes go back with it. */
export function cancelCoinflip(
  { gameId, playerId }: { readonly gameId: string; readonly playerId: string },
  coinflip: Coinflip,
): Decision<{ readonly id: string }> {
  if (coinflip.status === "absent") return refuse("unknown_game", "There is no such coinflip.");
  const creatorId = "creator" in coinflip ? coinflip.creator.playerId : coinflip.creatorId;
  if (creatorId !== playerId)
    return refuse("not_yours", "Only the player who opened a coinflip can cancel it.");
  if (coinflip.status === "locked" || coinflip.status === "settled")
    return refuse("already_joined", "Someone has already joined this coinflip.");
  if (coinflip.status !== "open") return refuse("not_open", "This coinflip is no longer open.");
  return accept([coinflipCancelled(gameId, coinflip.creator)], { id: gameId });
}

/** Ends an open coinflip whose time is over; the stakes go back with it. @param at milliseconds */
export function expireCoinflip(
  gameId: string,
  { coinflip, at }: { readonly coinflip: Coinflip; readonly at: number },
): Decision<{ readonly id: string }> {
  if (coinflip.status !== "open") return refuse("not_open", "This coinflip is no longer open.");
  if (at < coinflip.expiresAt) return refuse("too_early", "This coinflip can still be joined.");
  return accept([coinflipExpired(gameId, coinflip.creator)], { id: gameId });
}
