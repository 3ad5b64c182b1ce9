/** What spectators see of a running game. */
export const LIVE_GAME_STATUSES = ["waiting", "active", "finishing"] as const;
export type LiveGameStatus = (typeof LIVE_GAME_STATUSES)[number];

/**
 * How far a game is: it waits until it has a second player, and finishes once its beacon is due.
 * @param endsAt when the beacon is published, in milliseconds; null without a second player
 * @param now milliseconds
 */
export function liveGameStatus(endsAt: number | null, now: number): LiveGameStatus {
  if (endsAt === null) return "waiting";
  return now < endsAt ? "active" : "finishing";
}
