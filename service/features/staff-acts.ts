/**
 * Types of events whose `by` may be a player without a role, or no person. All others that name somebody are by admins
 * or moderators, and decided on their roles as of the head.
 */
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
  "ListingRemoved",
]);
