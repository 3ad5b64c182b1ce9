import { larger } from "../../kernel/money.ts";
import { on, playerSlice } from "../../player/player-slice.ts";
import { playerStream } from "../players/events.ts";
import {
  purchaseClosed,
  purchaseDelivered,
  purchaseInitiated,
  purchaseReleased,
  purchaseUndone,
  tradeAwaited,
} from "./events.ts";
import { paymentObserved, refundEnded, refundWanted } from "./payment/events.ts";

/** A purchase that still owes its buyer or seller something. Amounts are cents, as text. */
type Unsettled = {
  readonly purchaseId: string;
  readonly as: "buyer" | "seller";
  /** Not paid yet, paid with the seller still to be paid, or decided. */
  readonly stage: "open" | "paid" | "over";
  readonly wanted: string;
  readonly refunded: string;
};
type Between = { readonly purchaseId: string; readonly buyerId: string };

const isOwed = ({ as, wanted, refunded }: Unsettled): boolean =>
  as === "buyer" && BigInt(wanted) > BigInt(refunded);

/** Changes one purchase of the list, and drops it once it owes nothing. */
function changed(
  all: readonly Unsettled[],
  { purchaseId, buyerId, stream }: Between & { readonly stream: string },
  change: (one: Unsettled) => Partial<Unsettled>,
): readonly Unsettled[] {
  const as = stream === playerStream(buyerId) ? "buyer" : "seller";
  const none: Unsettled = { purchaseId, as, stage: "over", wanted: "0", refunded: "0" };
  const before = all.find((one) => one.purchaseId === purchaseId) ?? none;
  const after = { ...before, ...change(before) };
  const others = all.filter((one) => one.purchaseId !== purchaseId);
  return after.stage === "over" && !isOwed(after) ? others : [...others, after];
}

const toStage =
  (stage: Unsettled["stage"]) =>
  (all: readonly Unsettled[], of: Between, _event: unknown, stream: string): readonly Unsettled[] =>
    changed(all, { ...of, stream }, () => ({ stage }));

/** Purchases of a player, as buyer or seller, until the seller is paid or all that is to go back has gone. */
export const unsettledPurchases = playerSlice<readonly Unsettled[]>({
  name: "unsettled-purchases",
  version: 1,
  initial: [],
  on: [
    on(purchaseInitiated, toStage("open")),
    on(tradeAwaited, toStage("paid")),
    on(purchaseDelivered, toStage("paid")),
    on(purchaseClosed, toStage("over")),
    on(purchaseReleased, toStage("over")),
    on(purchaseUndone, toStage("over")),
    on(refundWanted, (all, { amount, ...of }, _event, stream) =>
      changed(all, { ...of, stream }, ({ wanted, refunded }) => ({
        wanted: String(larger(BigInt(wanted), BigInt(refunded)) + BigInt(amount)),
      })),
    ),
    on(paymentObserved, (all, { refunded, ...of }, _event, stream) =>
      changed(all, { ...of, stream }, () => ({ refunded })),
    ),
    on(refundEnded, (all, of, _event, stream) =>
      changed(all, { ...of, stream }, ({ refunded }) => ({ wanted: refunded })),
    ),
  ],
  unfinished: (all) => {
    const reasons = [
      all.some(({ as, stage }) => as === "buyer" && stage === "paid") &&
        "Your purchases have to arrive and be paid out to their sellers.",
      all.some(({ as, stage }) => as === "seller" && stage === "paid") &&
        "Your sales have to be paid to you, or taken back.",
      all.some(isOwed) && "Refunds of your purchases have to reach you.",
    ].filter((reason) => reason !== false);
    return reasons.length === 0 ? null : reasons.join(" ");
  },
});
