import type { WithdrawalShown } from "#domain/features/withdrawals/contract.ts";
import type { WithdrawalStatus } from "#domain/features/withdrawals/rules.ts";
import type { Tone } from "#web/ui/badge.tsx";

export const TITLE = "Withdrawals";
export const DESCRIPTION =
  "Have items we hold for you sent to your Roblox account in a trade. An admin reviews every request.";
export const EMPTY = {
  title: "No Withdrawals Yet",
  text: "Choose Withdraw on an item in custody, and follow it here.",
} as const;
export const REQUESTED = {
  title: "Withdrawal requested",
  description: "The item is held until it is sent. You can cancel until it is approved.",
} as const;
export const CANCELLED = {
  title: "Withdrawal cancelled",
  description: "The item is back in your inventory here.",
} as const;
export const RECEIVED = {
  title: "Withdrawal complete",
  description: "Thank you. The item is yours on Roblox.",
} as const;
export const FAILED = "Please try again.";

export const STATUSES: {
  readonly [S in WithdrawalStatus]: { readonly label: string; readonly tone: Tone };
} = {
  pending: { label: "Pending", tone: "waiting" },
  approved: { label: "Approved", tone: "accent" },
  sending: { label: "On its way", tone: "accent" },
  done: { label: "Complete", tone: "gain" },
  rejected: { label: "Rejected", tone: "loss" },
  cancelled: { label: "Cancelled", tone: "neutral" },
  returned: { label: "Returned", tone: "loss" },
};

const NEXT: { readonly [S in WithdrawalStatus]: string | null } = {
  pending: "It is waiting for an admin. You can cancel until it is approved.",
  approved: "An admin sends it next.",
  sending:
    "We have sent you a trade, or are about to. Accept it on Roblox, then sync your inventory. We never ask for anything in return.",
  done: null,
  rejected: "The item is back in your inventory here.",
  cancelled: null,
  returned: "The item could not be sent, and is back in your inventory here.",
};

/** What comes next for a withdrawal, or where its item is; null where there is nothing to say. */
export const nextOf = ({ status }: Pick<WithdrawalShown, "status">): string | null => NEXT[status];

/** @example whatOf({ itemName: "Hat", serialNumber: 7 }) // "Hat #7" */
export const whatOf = ({
  itemName,
  serialNumber,
}: Pick<WithdrawalShown, "itemName" | "serialNumber">): string =>
  serialNumber === null ? itemName : `${itemName} #${serialNumber}`;

export const REVIEW_TITLE = "Withdrawal Queue";
export const REVIEW_DESCRIPTION =
  "Items that players want sent. Review a request, announce the trade here, then send it on Roblox. The player's next sync completes it.";
export const NOTHING: {
  readonly [S in WithdrawalStatus]: { readonly title?: string; readonly text: string };
} = {
  pending: { title: "The queue is empty", text: "New requests appear here automatically." },
  approved: { text: "No item is waiting to be sent." },
  sending: { text: "No item is on its way." },
  done: { text: "No withdrawal has been completed yet." },
  rejected: { text: "No withdrawal has been rejected." },
  cancelled: { text: "No player has cancelled a withdrawal." },
  returned: { text: "No withdrawal has come back." },
};
