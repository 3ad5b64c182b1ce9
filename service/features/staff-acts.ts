/** Types of events by moderators of the chat, or by admins. */
export const ACTS_OF_MODERATORS: ReadonlySet<string> = new Set([
  "ChatMuted",
  "ChatUnmuted",
  "ChatMessageRemoved",
  "ChatReportClosed",
  "ChatSlowed",
]);

/** Types of events whose `by` is a player without a role, or no person. All others that name somebody are by admins. */
export const ACTS_OF_ANYBODY: ReadonlySet<string> = new Set([
  "AgeConfirmed",
  "AgeRefused",
  "RegionNoted",
  "CoinflipOfferEnded",
  "FriendRequested",
  "FriendshipBegan",
  "FriendRequestEnded",
  "FriendshipEnded",
  "PlayerBlocked",
  "PlayerUnblocked",
  "ChatMentioned",
]);
