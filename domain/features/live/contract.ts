/** What the live stream tells about. Public topics go to everybody, a player's own only to that player. */
export const PUBLIC_TOPICS = [
  "bets",
  "leaderboard",
  "ledger",
  "coinflips",
  "limiteds",
  "stakes",
  "queue",
] as const;
export const PLAYER_TOPICS = [
  "balance",
  "games",
  "fairness",
  "inventory",
  "deposits",
  "notifications",
] as const;
/** Only for moderators and admins. */
export const REVIEWER_TOPICS = ["reviews"] as const;
/** Only for pages that show live games: how many watch has changed. It is in no log, so that positions may repeat. */
export const SPECTATOR_TOPIC = "spectators";
export type Topic =
  | (typeof PUBLIC_TOPICS)[number]
  | (typeof PLAYER_TOPICS)[number]
  | (typeof REVIEWER_TOPICS)[number]
  | typeof SPECTATOR_TOPIC;

/** The data of one message of `GET /api/live`; the client then asks again for what it shows. */
export interface LiveMessage {
  readonly topic: Topic;
  readonly position: number;
}
