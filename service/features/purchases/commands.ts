import { playerAccount, USD } from "#domain/accounts/account.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import { isSighted, readOfInventory } from "#domain/features/inventory/inventory.ts";
import { type Listing, readOfListing } from "#domain/features/listings/listing.ts";
import {
  complainOfPurchase,
  confirmPurchase,
  type OnOwnPurchase,
  type ReviewPurchase,
  reviewPurchase,
} from "#domain/features/purchases/after-delivery.ts";
import {
  type BuyContext,
  giveUpPurchase,
  type InitiatePurchase,
  initiatePurchase,
} from "#domain/features/purchases/buy.ts";
import { purchaseEscrow } from "#domain/features/purchases/parties.ts";
import { refundRefused, refundStuck } from "#domain/features/purchases/payment/events.ts";
import {
  failPurchase,
  type ObservePayment,
  observePayment,
} from "#domain/features/purchases/payment/observe.ts";
import { type Purchase, readOfPurchase, UNKNOWN_PURCHASE } from "#domain/features/purchases/purchase.ts";
import { releasePurchase } from "#domain/features/purchases/release.ts";
import { dailyMostOf, holdMsOf, openMethodsOf } from "#domain/features/purchases/settings.ts";
import { endTrade, seeLeft, seeTraded } from "#domain/features/purchases/trade.ts";
import { accept, type Decision, refuse } from "#domain/kernel/decision.ts";
import { type CommandOrigin, systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import { playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";

type Answer = { readonly id: string };

/** A decision without events is refused, so that nothing is appended. */
const NOTHING_NEW = refuse("nothing_new", "Nothing has changed.");
const unlessEmpty = (decision: Decision<Answer>): Decision<Answer> =>
  "events" in decision && decision.events.length === 0 ? NOTHING_NEW : decision;

/** The seller, and whether a copy outside custody was last seen there. */
function sellerIn(view: LogView, listing: Listing): Pick<BuyContext, "seller" | "isSighted"> {
  if (listing.status === "absent") return { seller: { status: "absent" }, isSighted: false };
  const { sellerId, copy, inCustody } = listing;
  const seen = inCustody ? null : view.stream(readOfInventory(sellerId));
  return { seller: playerIn(view, sellerId), isSighted: seen !== null && isSighted(seen, copy) };
}

/** The command that begins a purchase. */
export function initiateCommand(
  origin: CommandOrigin,
  command: InitiatePurchase & Pick<BuyContext, "hasEmail" | "methods">,
): Submission<Answer> {
  const { purchaseId, listingId, buyerId, hasEmail, methods } = command;
  return {
    ...origin,
    reads: () => ({
      streams: [readOfPurchase(purchaseId), readOfListing(listingId), readOfPlayer(buyerId), readOfSettings],
    }),
    begins: readOfPurchase(purchaseId),
    decide: (view) => {
      const listing = view.stream(readOfListing(listingId));
      return initiatePurchase(command, {
        at: view.at,
        buyer: playerIn(view, buyerId),
        ...sellerIn(view, listing),
        listing,
        hasEmail,
        methods: openMethodsOf(settingsIn(view), methods),
        dailyMost: dailyMostOf(settingsIn(view)),
      });
    },
  };
}

function onPurchase(
  origin: CommandOrigin,
  purchaseId: string,
  decide: (view: LogView, purchase: Purchase) => Decision<Answer>,
): Submission<Answer> {
  return {
    ...origin,
    reads: () => ({ streams: [readOfPurchase(purchaseId)] }),
    decide: (view) => {
      const purchase = view.stream(readOfPurchase(purchaseId));
      if (purchase.status !== "absent") needWhatMoves(view, purchase.terms);
      return unlessEmpty(decide(view, purchase));
    },
  };
}

function needWhatMoves(
  view: LogView,
  {
    purchaseId,
    listingId,
    buyerId,
    sellerId,
  }: { readonly [K in "purchaseId" | "listingId" | "buyerId" | "sellerId"]: string },
): void {
  view.needs({
    streams: [readOfListing(listingId), readOfPlayer(buyerId), readOfPlayer(sellerId), readOfSettings],
    holdings: [
      ...[sellerId, buyerId].flatMap((id) => [playerAccount(id), receivableAccount(id)]),
      purchaseEscrow(purchaseId),
    ].map((account) => ({ account, asset: USD })),
  });
}

const holdIn = (view: LogView, purchase: Purchase): number =>
  purchase.status === "absent" ? 0 : holdMsOf(settingsIn(view), purchase.terms.method);

/** The command that records a provider's report. */
export const observeCommand = (origin: CommandOrigin, said: ObservePayment): Submission<Answer> =>
  onPurchase(origin, said.purchaseId, (view, purchase) => {
    if (purchase.status === "absent") return UNKNOWN_PURCHASE;
    const { listingId } = purchase.terms;
    return observePayment(said, {
      at: view.at,
      purchase,
      listing: view.stream(readOfListing(listingId)),
      holding: (account, asset) => view.holding(account, asset),
      playerOf: (playerId) => playerIn(view, playerId),
      holdMs: holdIn(view, purchase),
    });
  });

/** The command that releases a purchase. */
export const releaseCommand = (origin: CommandOrigin, purchaseId: string): Submission<Answer> =>
  onPurchase(origin, purchaseId, (view, purchase) =>
    releasePurchase(purchase, {
      at: view.at,
      holding: (account, asset) => view.holding(account, asset),
    }),
  );

/** A refund that was requested without success. */
type UnmadeRefund = { readonly refundId: string; readonly purchaseId: string; readonly amount: bigint };

/** The command that notifies the admins of a refused refund, once. */
export const refusedCommand = (
  { refundId, purchaseId, amount }: UnmadeRefund,
  at: number,
): Submission<Answer> =>
  onPurchase(systemOrigin(`refund_refused_${refundId}`, at), purchaseId, () =>
    accept([refundRefused({ purchaseId, refundId, amount: String(amount) })], { id: purchaseId }),
  );

/**
 * The command that notifies the admins of a stuck refund.
 * @param refusals how often it was refused; one notification for each number
 */
export const stuckCommand = (
  {
    refundId,
    purchaseId,
    amount,
    asks,
    refusals,
  }: UnmadeRefund & { readonly asks: number; readonly refusals: number },
  at: number,
): Submission<Answer> =>
  onPurchase(systemOrigin(`refund_stuck_${refundId}_${refusals}`, at), purchaseId, () =>
    accept([refundStuck({ purchaseId, refundId, amount: String(amount), asks })], { id: purchaseId }),
  );

/** The command that closes a purchase that cannot be paid. */
export const failCommand = (origin: CommandOrigin, purchaseId: string): Submission<Answer> =>
  onPurchase(origin, purchaseId, (view, purchase) =>
    failPurchase(
      purchase,
      purchase.status === "absent"
        ? { status: "absent" }
        : view.stream(readOfListing(purchase.terms.listingId)),
    ),
  );

/** The command by which a buyer cancels. */
export const giveUpCommand = (
  origin: CommandOrigin,
  command: Pick<InitiatePurchase, "purchaseId" | "buyerId">,
): Submission<Answer> =>
  onPurchase(origin, command.purchaseId, (_view, purchase) => giveUpPurchase(command, purchase));

/** The command that confirms a delivery. */
export const confirmCommand = (origin: CommandOrigin, command: OnOwnPurchase): Submission<Answer> =>
  onPurchase(origin, command.purchaseId, (view, purchase) =>
    confirmPurchase(command, { purchase, at: view.at, holdMs: holdIn(view, purchase) }),
  );

/** The command that records a sighting of a copy whose trade is awaited. @param where the platform shows it */
export const seenCommand = (
  origin: CommandOrigin,
  {
    purchaseId,
    seenAt,
    where,
  }: { readonly purchaseId: string; readonly seenAt: number; readonly where: "buyer" | "elsewhere" },
): Submission<Answer> =>
  onPurchase(origin, purchaseId, (view, purchase) =>
    where === "buyer"
      ? seeTraded({ seenAt }, { purchase, at: view.at, holdMs: holdIn(view, purchase) })
      : seeLeft({ seenAt }, { purchase }),
  );

/** The command that ends a trade that nobody made. */
export const endTradeCommand = (origin: CommandOrigin, purchaseId: string): Submission<Answer> =>
  onPurchase(origin, purchaseId, ({ at }, purchase) => endTrade(purchase, at));

/** The command that makes a complaint. */
export const complainCommand = (
  origin: CommandOrigin,
  command: OnOwnPurchase & { readonly reason: string },
): Submission<Answer> =>
  onPurchase(origin, command.purchaseId, ({ at }, purchase) => complainOfPurchase(command, { purchase, at }));

/** The command that reviews a purchase. */
export const reviewCommand = (origin: CommandOrigin, command: ReviewPurchase): Submission<Answer> =>
  onPurchase(origin, command.purchaseId, (_view, purchase) => reviewPurchase(command, purchase));
