import { z } from "zod";
import { playerAccount, USD } from "../../accounts/account.ts";
import type { Copy } from "../../accounts/item.ts";
import { moneyText } from "../../kernel/contract.ts";
import type { EventOf } from "../../kernel/events/event-definition.ts";
import { moneyMinorText } from "../../kernel/events/payload.ts";
import { formatMinor } from "../../kernel/money.ts";
import { receivableAccount } from "../deposits/events.ts";
import { readOfListing } from "../listings/listing.ts";
import { type ActContext, type ActNames, type By, defineAct, type Recorded } from "../roles/act.ts";
import { refusalOfActor } from "../roles/admin.ts";
import { adminPlayerSchema } from "../roles/contract.ts";
import { endRefund, isItemGone, orderRelease, undoPurchase } from "./after-delivery.ts";
import { purchaseActEndpoints } from "./contract.ts";
import { purchaseUndone, releaseOrdered } from "./events.ts";
import { refundEnded } from "./payment/events.ts";
import { type BegunPurchase, onItsWayOf, type Purchase, readOfPurchase } from "./purchase.ts";
import { missingOf } from "./release.ts";

const act = z.strictObject({
  purchaseId: z.string(),
  /** Who benefits: the buyer of a refund, the seller of a release. */
  playerId: z.string(),
  title: z.string(),
  /** Cents. */
  price: moneyMinorText,
  /** Whether the buyer had complained of what was delivered. */
  isContested: z.boolean(),
  /** How far it had come, and whether the copy had left its seller. Absent in older proposals. */
  stage: z.string().exactOptional(),
  /** Of a release, what the buyer will owe for it, in cents. Absent for nothing. */
  charged: moneyMinorText.exactOptional(),
});
type PurchaseAct = z.infer<typeof act>;

const purchaseIn = ({ stream }: ActContext, purchaseId: string): Purchase =>
  stream(readOfPurchase(purchaseId));

const stageOf = (purchase: Purchase): string =>
  purchase.status === "awaiting" && purchase.hasLeft ? "left" : purchase.status;
/** Whether there is anything to decide. */
const isUnderWay = (purchase: Purchase): purchase is BegunPurchase =>
  purchase.status === "awaiting" || purchase.status === "delivered";

/** Whether buyer and seller have the purchase's copy free. */
function whoHas(purchase: Purchase, context: ActContext) {
  const has = (who: "buyerId" | "sellerId"): boolean =>
    purchase.status !== "absent" &&
    context.holding(playerAccount(purchase.terms[who]), purchase.terms.copy as Copy) === 1n;
  return { buyerHas: has("buyerId"), sellerHas: has("sellerId") };
}

/** What the buyer would owe if the seller was paid now, in cents. */
const chargedNow = (purchase: Purchase, context: ActContext): bigint =>
  isUnderWay(purchase) && isItemGone(purchase, whoHas(purchase, context)) ? missingOf(purchase) : 0n;

/** What an admin decides on: who acts, and a purchase whose two and listing are in memory, for they are written to. */
function decidedOn(
  { actorId: by, confirmedBy, reason, purchaseId }: Pick<PurchaseAct, "purchaseId"> & By,
  context: ActContext,
) {
  const purchase = purchaseIn(context, purchaseId);
  const terms = purchase.status === "absent" ? null : purchase.terms;
  for (const playerId of terms === null ? [] : [terms.buyerId, terms.sellerId]) {
    context.actorOf(playerId);
    context.holding(receivableAccount(playerId), USD);
    context.holding(playerAccount(playerId), USD);
  }
  if (terms !== null) context.stream(readOfListing(terms.listingId));
  const refusal = refusalOfActor(context.actorOf(by));
  return { purchase, refusal, order: { by, confirmedBy, reason } };
}

const streamsOf = ({ purchaseId }: { readonly purchaseId: string }) => [readOfPurchase(purchaseId)];

/** What both acts have in common. @param helps whom */
const common = (helps: "buyerId" | "sellerId") => ({
  act,
  wanted: ({ params }: { readonly params: { readonly id: string } }) => ({ purchaseId: params.id }),
  streams: streamsOf,
  actOf: ({ purchaseId }: { readonly purchaseId: string }, context: ActContext): PurchaseAct => {
    const purchase = purchaseIn(context, purchaseId);
    if (purchase.status === "absent")
      return { purchaseId, playerId: "", title: "", price: "0", isContested: false, stage: "absent" };
    const { [helps]: playerId, title, price } = purchase.terms;
    const { isContested } = purchase;
    const charged = helps === "sellerId" ? chargedNow(purchase, context) : 0n;
    return {
      ...{ purchaseId, playerId, title, price, isContested, stage: stageOf(purchase) },
      ...(charged > 0n ? { charged: String(charged) } : {}),
    };
  },
  isStale: ({ purchaseId, isContested, stage, charged = "0" }: PurchaseAct, context: ActContext) => {
    const purchase = purchaseIn(context, purchaseId);
    if (helps === "sellerId" && chargedNow(purchase, context) !== BigInt(charged)) return true;
    if (stage !== undefined && isUnderWay(purchase) && stageOf(purchase) !== stage) return true;
    return purchase.status === "delivered" && purchase.isContested !== isContested;
  },
  essence: ({ purchaseId }: PurchaseAct) => ({ purchaseId }),
  shown: {
    purchaseId: z.string(),
    player: adminPlayerSchema,
    title: z.string(),
    price: moneyText,
    isContested: z.boolean(),
    charged: moneyText.nullable(),
  },
  show: ({ playerId, price, stage: _, charged, ...others }: PurchaseAct, { person }: ActNames) => ({
    ...others,
    player: person(playerId),
    price: formatMinor(BigInt(price)),
    charged: charged === undefined ? null : formatMinor(BigInt(charged)),
  }),
});

/** All of them move what another party relies on, so one admin alone can do only what the buyer asked for. */
export const purchaseActs = {
  refundPurchase: defineAct({
    ...common("buyerId"),
    kind: "refund_purchase",
    endpoint: purchaseActEndpoints.refundPurchase,
    needsTwo: ({ isContested }) => !isContested,
    perform: (one, context) => {
      const { purchase, refusal, order } = decidedOn(one, context);
      if (refusal !== null) return { refused: refusal };
      return undoPurchase(order, { purchase, ...whoHas(purchase, context) });
    },
    outcome: {
      event: purchaseUndone,
      isOf: ({ purchaseId }, { payload }) => payload.purchaseId === purchaseId,
      needsTwo: ({ payload, before }: Recorded<EventOf<typeof purchaseUndone>["payload"], Purchase>) =>
        payload.by !== null && (before.status === "absent" || !before.isContested),
    },
    answer: ({ id }) => ({ id }),
  }),
  releasePurchase: defineAct({
    ...common("sellerId"),
    kind: "release_purchase",
    endpoint: purchaseActEndpoints.releasePurchase,
    needsTwo: () => true,
    perform: (one, context) => {
      const { purchase, refusal, order } = decidedOn(one, context);
      if (refusal !== null) return { refused: refusal };
      const { at, holding } = context;
      return orderRelease(order, { purchase, at, holding, ...whoHas(purchase, context) });
    },
    outcome: {
      event: releaseOrdered,
      isOf: ({ purchaseId }, { payload }) => payload.purchaseId === purchaseId,
      needsTwo: () => true,
    },
  }),
  endRefund: defineAct({
    kind: "end_refund",
    endpoint: purchaseActEndpoints.endRefund,
    act: z.strictObject({
      purchaseId: z.string(),
      /** Whose money it is. */
      playerId: z.string(),
      title: z.string(),
      /** What waits to go back, in cents. */
      amount: moneyMinorText,
    }),
    wanted: ({ params }) => ({ purchaseId: params.id }),
    streams: streamsOf,
    actOf: ({ purchaseId }, context) => {
      const purchase = purchaseIn(context, purchaseId);
      if (purchase.status === "absent") return { purchaseId, playerId: "", title: "", amount: "0" };
      const { buyerId: playerId, title } = purchase.terms;
      return { purchaseId, playerId, title, amount: String(onItsWayOf(purchase)) };
    },
    isStale: ({ purchaseId, amount }, context) => {
      const purchase = purchaseIn(context, purchaseId);
      return purchase.status !== "absent" && onItsWayOf(purchase) !== BigInt(amount);
    },
    essence: ({ purchaseId }) => ({ purchaseId }),
    needsTwo: () => true,
    perform: (one, context) => {
      const { purchase, refusal, order } = decidedOn(one, context);
      if (refusal !== null) return { refused: refusal };
      return endRefund(order, { purchase, holding: context.holding });
    },
    outcome: {
      event: refundEnded,
      isOf: ({ purchaseId, amount }, { payload }) =>
        payload.purchaseId === purchaseId && payload.amount === amount,
      needsTwo: () => true,
    },
    shown: { purchaseId: z.string(), player: adminPlayerSchema, title: z.string(), amount: moneyText },
    show: ({ playerId, amount, ...others }, { person }) => ({
      ...others,
      player: person(playerId),
      amount: formatMinor(BigInt(amount)),
    }),
  }),
} as const;
