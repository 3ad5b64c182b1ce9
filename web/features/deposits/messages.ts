import type { Deposit } from "#domain/features/deposits/contract.ts";
import { money, readMoney } from "#web/lib/format.ts";

export const TITLE = "Deposits";
export const DESCRIPTION = "Bring RBX, TIX or limited items to the site. An admin reviews every request.";
export const NEW = "New Deposit";
export const SUBMIT = "Submit Deposit";
export const SUBMITTING = "Submitting...";
export const SUBMITTED = {
  title: "Success",
  description: "Deposit request submitted successfully!",
} as const;
export const FAILED = "Failed to submit deposit";
export const EMPTY = {
  title: "No Deposits Yet",
  text: "Submit your first request, and follow it here.",
} as const;

export const NO_ITEM = "Please select a limited item";
export const NO_AMOUNT = "Please enter an amount";
export const NO_TRADE = "Valid trade URL required";
export const wrongAmount = (most: string): string => `Enter 1.00 to ${most}, with at most two decimals`;
export const wrongQuantity = (most: number): string => `Enter a whole number from 1 to ${most}`;

export const STEPS = [
  {
    title: "Submit Request",
    text: "Tell us what you are depositing. For limiteds, send the trade first and paste its link.",
  },
  { title: "Admin Review", text: "An admin checks what arrived. You see your place in the queue." },
  { title: "Credits Added", text: "Once approved, it is in your balance or inventory at once." },
] as const;

export const TYPES = { roblox_limited: "Roblox Limited", rbx: "RBX", tix: "TIX" } as const;

export const STATUSES: { readonly [S in Deposit["status"]]: string } = {
  pending: "Pending",
  completed: "Completed",
  rejected: "Rejected",
  cancelled: "Cancelled",
  reversed: "Taken back",
};

export const CANCEL = "Cancel";
export const CANCELLED = { title: "Deposit cancelled", description: "Nothing was credited." } as const;
export const CANCEL_FAILED = "Failed to cancel deposit";
export const ITEMS_CLOSED = {
  title: "Deposits of items are closed",
  text: "No account is set up to receive trades at the moment. You can still deposit RBX and TIX.",
} as const;

type What = Pick<Deposit, "type" | "amount" | "quantity" | "limited">;

/** What a deposit is of. @example whatOf(deposit) // "250.00 RBX" */
export const whatOf = ({ type, amount, quantity, limited }: What): string =>
  type === "roblox_limited"
    ? `${limited?.name ?? "Limited item"} ×${quantity}`
    : `${money(readMoney(amount ?? "0"))} ${TYPES[type]}`;

/**
 * What is still owed for a deposit that was taken back; null when nothing is.
 * @example owedFor(deposit) // "70.00 RBX"
 */
export function owedFor({ owed, type }: Pick<Deposit, "owed" | "type">): string | null {
  const amount = readMoney(owed ?? "0");
  return amount === 0n ? null : `${money(amount)} ${TYPES[type]}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long something takes, roughly. @example roughly(5400) // "about 2 hours" */
export function roughly(seconds: number): string {
  if (seconds < MINUTE) return "less than a minute";
  const [count, unit] =
    seconds < HOUR ? [Math.round(seconds / MINUTE), "minute"] : [Math.round(seconds / HOUR), "hour"];
  return `about ${count} ${unit}${count === 1 ? "" : "s"}`;
}
