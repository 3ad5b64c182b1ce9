export const TITLE = "Social";
export const SUBTITLE = "Your friends, their activity and your notifications.";
export const SIGNED_OUT = "Please log in to access social features.";

export const ACCEPTED = { title: "Friend Request Accepted", description: "You are now friends!" } as const;
export const ACCEPT_FAILED = "Failed to accept friend request";
export const DECLINED = {
  title: "Friend Request Declined",
  description: "The request has been declined",
} as const;
export const DECLINE_FAILED = "Failed to decline friend request";
export const ASKED = {
  title: "Friend Request Sent",
  description: "You are friends once it is accepted.",
} as const;
export const ASK_FAILED = "Failed to send friend request";
export const CANCELLED = {
  title: "Friend Request Taken Back",
  description: "You can ask this player again in a week.",
} as const;
export const CANCEL_FAILED = "Failed to take the request back";
export const UNFRIENDED = { title: "Friend Removed", description: "They are not notified." } as const;
export const UNFRIEND_FAILED = "Failed to remove friend";
export const BLOCKED = {
  title: "Player Blocked",
  description: "You no longer see their activity and messages. They are not notified.",
} as const;
export const BLOCK_FAILED = "Failed to block player";
export const UNBLOCKED = { title: "Player Unblocked", description: "You can be friends again." } as const;
export const UNBLOCK_FAILED = "Failed to unblock player";

export const NO_FRIENDS = {
  title: "No Friends Yet",
  text: "Find players by name below, or add players you met in the chat.",
} as const;
export const NO_REQUESTS = {
  title: "No Friend Requests",
  text: "Friend requests appear here.",
} as const;

export const removeText = (name: string): string =>
  `${name} is not notified. You can ask again at once; they can after a week.`;
export const blockText = (name: string): string =>
  `You no longer see what ${name} does or writes in the chat; they still see what you show to everyone. Any friendship or request between you ends. ${name} is not notified.`;
