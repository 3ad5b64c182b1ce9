export const TITLE = "Global Chat";
export const SUBTITLE =
  "One room for everybody. Be kind; nobody here will ever ask for your password or your items.";
export const SIGNED_OUT = "Please log in to access chat.";
export const LOCKED_TITLE = "Chat Locked";
export const LOCKED_HINT = "Play more games to increase your level and unlock chat!";
export const SEND_FAILED = "Failed to send message";
export const EMPTY = { title: "No messages yet", text: "Say hello: you are the first." } as const;
export const DELETED = "This message was deleted.";
export const IGNORED = "Written by a player you ignore or have blocked.";
export const HIDDEN = "Reported. A moderator will look at this message.";

/** Lengths of mutes by their minutes, null for ever; the last ones are for admins. */
export const MUTE_LENGTHS: readonly { readonly label: string; readonly minutes: number | null }[] = [
  { label: "5 minutes", minutes: 5 },
  { label: "30 minutes", minutes: 30 },
  { label: "1 hour", minutes: 60 },
  { label: "24 hours", minutes: 1_440 },
  { label: "7 days", minutes: 10_080 },
  { label: "For ever", minutes: null },
];

export const REPORT_REASONS = [
  "Insults or hate",
  "Begging or asking for items",
  "Spam or advertising",
  "Someone's personal data",
] as const;
export const MODERATION_REASONS = ["Spam", "Insults", "Begging", "Advertising", "Personal data"] as const;
