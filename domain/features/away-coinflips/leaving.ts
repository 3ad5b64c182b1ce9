import type { Refusal } from "../../kernel/decision.ts";
import type { Purchase } from "../purchases/purchase.ts";

/** What decides whether players' copies may leave for a game, as of the head. */
export interface LeavingGround {
  /** Whether withdrawals are taken and approved at the moment. */
  readonly isOpen: boolean;
  /** The purchases of the copies whose sellers are not known to be paid. */
  readonly purchases: readonly Purchase[];
}

const CLOSED: Refusal = {
  code: "withdrawals_closed",
  detail: "Withdrawals are closed at the moment, so items cannot be staked in other logs.",
};

/**
 * Why players' copies must not leave this log for a game, or in one; null where they may. The winner may withdraw them
 * in the other log, which knows nothing of this one's rules: so whatever blocks a withdrawal here blocks this.
 */
export function refusalOfLeaving({ isOpen, purchases }: LeavingGround): Refusal | null {
  if (!isOpen) return CLOSED;
  if (purchases.every(({ status }) => status !== "delivered")) return null;
  const detail =
    "One of these items was bought in the shop. You can stake it in another log once its seller has been paid.";
  return { code: "purchase_unsettled", detail };
}

/** What a game knows of its creator's copies, as far as look-ups do. */
export interface OfferGround {
  /** Whether withdrawals are taken and approved at the moment. */
  readonly isOpen: boolean;
  /** Whether all are in custody. */
  readonly areKept: boolean;
  /** Whether the seller of each is paid. */
  readonly areSettled: boolean;
}

/**
 * Why a game would send any items of a guest back; null if it would not. It is asked before anything leaves, to save
 * the round trip. The asking log learns that an item is held, but not that its owner bought it.
 */
export function refusalOfOffer({ isOpen, areKept, areSettled }: OfferGround): Refusal | null {
  if (!areKept)
    return {
      code: "game_not_in_custody",
      detail: "This coinflip was opened with items that are not in custody.",
    };
  if (!isOpen) return CLOSED;
  if (areSettled) return null;
  const detail = "An item in this coinflip cannot be sent to another log at the moment.";
  return { code: "game_items_held", detail };
}
