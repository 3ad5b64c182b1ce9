import { REJECTION_REASONS } from "#domain/features/deposits/rules.ts";

export const REVIEW_TITLE = "Review Queue";
export const REVIEW_DESCRIPTION =
  "Deposit requests, oldest first. Claim one, check it, and decide. Your decision is logged with your name.";

export const REVIEW_TABS = {
  pending: { label: "Waiting" },
  completed: { label: "Completed" },
  rejected: { label: "Rejected" },
  cancelled: { label: "Cancelled" },
  reversed: { label: "Taken back" },
} as const;

export const NOTHING = {
  pending: { title: "The queue is empty", text: "New requests appear here automatically." },
  completed: { text: "No deposit has been completed yet." },
  rejected: { text: "No deposit has been rejected." },
  cancelled: { text: "No player has cancelled a deposit." },
  reversed: { text: "No deposit has been taken back." },
} as const;

/** The texts of the dialogs. */
export const DIALOGS = {
  approve: {
    title: "Approve deposit",
    description:
      "Credited at once, unless it needs a second admin: its value counts together with the player's and your approvals of the last 24 hours, and copies that the platform did not show in the player's inventory always need one.",
    label: "Note for the player (optional)",
    action: "Approve",
  },
  reject: {
    title: "Reject deposit",
    description: "The player reads the note, and can submit again.",
    label: "Note for the player",
    action: "Reject",
    canned: REJECTION_REASONS,
  },
  reverse: {
    title: "Take deposit back",
    description:
      "Whatever is still there is taken. The rest is owed, and the player cannot bet until it is settled or written off.",
    label: "Reason",
    action: "Take back",
  },
  "write-off": {
    title: "Write debt off",
    description:
      "The remaining debt is written off at the house's cost. The admin who reversed the deposit cannot propose this.",
    label: "Reason",
    action: "Propose",
  },
} as const;
export type ReviewAct = keyof typeof DIALOGS;

export const COPIES_LABEL = "Copies received";
export const COPIES_HINT = "The platform's ids of the copies, one per line.";
/** Why the named copies are invalid; null when they are valid. */
export function copiesFault(copies: readonly string[], quantity: number): string | null {
  if (new Set(copies).size !== copies.length) return "Each copy can be named once";
  if (copies.some((copy) => !/^[A-Za-z0-9-]{1,64}$/.test(copy))) return "Letters, digits and hyphens only";
  if (copies.length === quantity) return null;
  return quantity === 1 ? "Name the one copy received" : `Name the ${quantity} copies received`;
}
