import type { Refusal } from "../../kernel/decision.ts";
import type { Purchase } from "../purchases/purchase.ts";

/** What the leaving of players' copies for a game stands on, as of the head. */
export interface LeavingGround {
  /** Whether withdrawals are taken and approved at the moment. */
  readonly isOpen: boolean;
  /** The purchases of the copies whose sellers are not known to be paid. */
  readonly purchases: readonly Purchase[];
}

/**
 * Why players' copies must not leave this log for a game, or in one; null where they may. Whoever wins them may
 * withdraw them in the other log, where nobody knows of this: so what holds up a withdrawal here holds up this.
 */
export function refusalOfLeaving({ isOpen, purchases }: LeavingGround): Refusal | null {
  if (!isOpen)
    return {
      code: "withdrawals_closed",
      detail: "Withdrawals are closed at the moment. No items leave for games of other logs.",
    };
  if (purchases.every(({ status }) => status !== "delivered")) return null;
  const detail = "One of these items was bought in the shop. It can leave once its seller has been paid.";
  return { code: "purchase_unsettled", detail };
}
