import type { CashoutShown } from "#domain/features/cashouts/contract.ts";
import type { CashoutStatus } from "#domain/features/cashouts/rules.ts";
import type { Tone } from "#web/ui/badge.tsx";

export const TITLE = "Cash-outs";
export const DESCRIPTION =
  "Get your shop earnings paid to your PayPal account. An admin reviews every request.";
export const REQUEST = "Request Cash-out";
export const REQUESTING = "Requesting...";
export const REQUESTED = {
  title: "Success",
  description: "Cash-out requested. The money is held until it is paid.",
} as const;
export const REQUEST_FAILED = "Failed to request cash-out";
export const CANCELLED = {
  title: "Cash-out cancelled",
  description: "The money is back in your balance.",
} as const;
export const CANCEL_FAILED = "Failed to cancel cash-out";
export const EMPTY = {
  title: "No Cash-outs Yet",
  text: "Make your first request and follow it here.",
} as const;
export const OWED =
  "Payments in the shop were reversed. Any dollars you receive pay this off first; until then nothing is paid out.";
export const NEW_ADDRESS =
  "An admin can approve a cash-out to a new address only after a wait, usually 72 hours.";
export const NO_ADDRESS = "Enter the email address of your PayPal account";

export const STATUSES: { readonly [S in CashoutStatus]: { readonly label: string; readonly tone: Tone } } = {
  pending: { label: "Pending", tone: "waiting" },
  approved: { label: "Approved", tone: "accent" },
  processing: { label: "Being paid", tone: "accent" },
  paid: { label: "Paid", tone: "gain" },
  rejected: { label: "Rejected", tone: "loss" },
  failed: { label: "Failed", tone: "loss" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

const CAUSES: { readonly [C in NonNullable<CashoutShown["failedCause"]>]: string } = {
  refused: "PayPal did not accept it.",
  denied: "PayPal did not accept it.",
  failed: "PayPal could not pay it.",
  blocked: "PayPal blocked it.",
  returned: "Nobody claimed it, so it came back.",
  refunded: "Its recipient sent it back.",
  reversed: "PayPal reversed it.",
};

/** Why a cash-out failed, and where its money is. */
export const failureOf = (cause: NonNullable<CashoutShown["failedCause"]>): string =>
  `${CAUSES[cause]} The money is back in your balance.`;

export const REVIEW_TITLE = "Cash-out Queue";
export const REVIEW_DESCRIPTION =
  "Cash-out requests, oldest first. Claim one, check the player and the address, and decide.";
export const NOTHING: { readonly [S in CashoutStatus]: { readonly title?: string; readonly text: string } } =
  {
    pending: { title: "The queue is empty", text: "New requests appear here automatically." },
    approved: { text: "No cash-out is waiting to be paid." },
    processing: { text: "No cash-out is being paid." },
    paid: { text: "No cash-out has been paid yet." },
    rejected: { text: "No cash-out has been rejected." },
    failed: { text: "No cash-out has failed." },
    cancelled: { text: "No player has cancelled a cash-out." },
  };

/** Follows what is available where that is nothing. */
export const SELL_FIRST = ". You earn dollars by selling items in the shop.";
