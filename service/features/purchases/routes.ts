import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import type { AdminPurchase, PurchaseShown } from "#domain/features/purchases/contract.ts";
import { ANYBODY, type Viewer } from "#domain/player/privacy.ts";
import { listingByNumber, listingsById } from "#projections/features/listings/listing-list.ts";
import { analyticsOf } from "#projections/features/purchases/analytics.ts";
import {
  allPurchases,
  isRefundEnded,
  mayClaim,
  type PurchaseRow,
  purchaseById,
  purchasesOf,
  shownPurchase,
  unmadeRefunds,
} from "#projections/features/purchases/purchase-list.ts";
import { playersById } from "#projections/features/roles/standings.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { PageQuery } from "#projections/kernel/replicas/log-reader.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { mail } from "#service/features/mail/feature.ts";
import { payments } from "#service/features/payments/feature.ts";
import { returnPath } from "#service/features/payments/webhooks.ts";
import { tradeUrlsOf } from "#service/features/players/trade-url.ts";
import { recordAccess } from "#service/features/roles/access-log.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Column, fields } from "#service/http/export/csv.ts";
import { pageOrExport } from "#service/http/export/export.ts";
import { performBeside } from "#service/http/idempotency/beside-log.ts";
import { HttpProblem, notFound, orNotFound, unavailableProblem } from "#service/http/problem.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { perform, route } from "#service/http/route.ts";
import { timeOrderedId } from "#service/ids.ts";
import { ProviderTrouble } from "#service/integrations/payments/provider.ts";
import {
  complainCommand,
  confirmCommand,
  giveUpCommand,
  initiateCommand,
  reviewCommand,
} from "./commands.ts";
import { PURPOSE, purchasePage } from "./purpose.ts";
import { askAgain } from "./refunds.ts";
import type { PurchaseServices } from "./services.ts";

/** `Retry-After` while no provider is configured. */
const OFF_RETRY_SECONDS = 3_600;
const AWAY_RETRY_SECONDS = 5;

type Needs = Deps & PurchaseServices;

const PURCHASE_COLUMNS: readonly Column<AdminPurchase>[] = [
  ...fields("id", "position", "createdAt"),
  { name: "buyer", of: ({ buyer }) => buyer.username },
  ...fields("buyerId"),
  { name: "seller", of: ({ seller }) => seller.username },
  ...fields("sellerId", "listingId"),
  { name: "title", of: ({ listing }) => listing.title },
  ...fields("paymentMethod", "paymentStatus", "deliveryStatus"),
  ...fields("purchasePrice", "platformFee", "paymentFee", "sellerPayout", "received", "refunded"),
  ...fields("paidAt", "deliveredAt", "releasedAt"),
  { name: "complaint", of: ({ complaint }) => complaint?.reason ?? null },
];

/** Buying listed items. */
export function purchaseRoutes(app: Hono<Env>, deps: Needs): void {
  const { desk } = payments.of(deps);

  route(app, { deps, endpoint: endpoints.purchase }, async (call) => {
    const methods = desk.methods();
    if (methods.length === 0) throw realMoneyOff();
    const { playerId: buyerId } = call.caller;
    const found = orNotFound(await listingByNumber(modelsNow(deps), call.body.listingId, ANYBODY));
    const purchaseId = timeOrderedId("pu", deps.now());
    const hasEmail = (await mail.of(deps).addresses.of(buyerId)) !== null;
    const command = {
      purchaseId,
      listingId: found.listingId,
      buyerId,
      method: call.body.paymentMethod,
      hasEmail,
      methods,
    };
    const { id } = await perform(initiateCommand(call.origin(), command), { call, deps });
    const row = await purchaseById(modelsNow(deps), id);
    if (row === null) throw unavailableProblem("Your purchase has begun. It will appear in a moment.", 1);
    await begin(row, deps);
    return shown(row, { viewer: await call.viewer(), deps });
  });

  for (const [endpoint, as] of [
    [endpoints.purchases, "buyer"],
    [endpoints.sales, "seller"],
  ] as const)
    route(app, { deps, endpoint }, async (call) => {
      const viewer = await call.viewer();
      const rows = await purchasesOf(call.models, { playerId: call.caller.playerId, as }, call.query);
      return allShown(rows, { viewer, deps, models: call.models });
    });

  route(app, { deps, endpoint: endpoints.onePurchase }, async (call) => {
    const row = await purchaseById(call.models, call.params.id);
    const { playerId } = call.caller;
    if (row === null || (row.buyer_id !== playerId && row.seller_id !== playerId)) throw notFound();
    return shown(row, { viewer: await call.viewer(), deps, models: call.models });
  });

  route(app, { deps, endpoint: endpoints.cancelPurchase }, async (call) => {
    const { id: purchaseId } = call.params;
    const command = giveUpCommand(call.origin(), { purchaseId, buyerId: call.caller.playerId });
    const already = ({ code }: { readonly code: string }) =>
      code === "nothing_new" ? { id: purchaseId } : null;
    await perform(command, { call, deps, already });
    await desk.close(purchaseId).catch((error: unknown) => {
      throw error instanceof ProviderTrouble ? providerAway() : error;
    });
    await payments.of(deps).looking.look();
    return shownNow(purchaseId, { viewer: await call.viewer(), deps });
  });

  afterDelivery(app, deps);
  overviewRoutes(app, deps);
}

/** Purchases for sellers and admins. */
function overviewRoutes(app: Hono<Env>, deps: Needs): void {
  route(app, { deps, endpoint: endpoints.shopAnalytics }, ({ caller, models, query }) =>
    analyticsOf(models, caller.playerId, { period: query.period, at: deps.now() }),
  );

  route(app, { deps, endpoint: endpoints.unmadeRefunds }, ({ models }) => unmadeRefunds(models));

  route(app, { deps, endpoint: endpoints.retryRefund }, async (call) => {
    const { id } = call.params;
    if (await isRefundEnded(call.models, id)) {
      const detail = "Two admins have ended this refund: it is no longer requested from a provider.";
      throw new HttpProblem(409, { code: "refund_ended", detail });
    }
    const retry = async (tx: Sql) => {
      if (!(await askAgain(tx, id, deps.now()))) throw notFound();
    };
    await performBeside(retry, { call, deps });
    deps.bringingOn.wake();
    return { id };
  });

  route(app, { deps, endpoint: endpoints.adminPurchases }, (call) => {
    const { caller, context, models, query } = call;
    const { path: what } = endpoints.adminPurchases;
    const page = async (part: PageQuery) => {
      const { items, next } = await allPurchases(models, { ...query, ...part });
      const ids = items.flatMap(({ buyer_id, seller_id }) => [buyer_id, seller_id]);
      await recordAccess({ caller, context, what }, ids, deps);
      const viewer = { ...ANYBODY, playerId: caller.playerId };
      const purchases = await allShown(items, { viewer, deps, models });
      const person = await playersById(deps.db, ids);
      const named = (one: PurchaseShown) => ({
        ...one,
        buyer: person(one.buyerId),
        seller: person(one.sellerId),
      });
      return { items: purchases.map(named), next };
    };
    return pageOrExport({ call, deps }, { name: "purchases", columns: PURCHASE_COLUMNS, page });
  });
}

/** A buyer's review of a delivered purchase. */
function afterDelivery(app: Hono<Env>, deps: Needs): void {
  const own = (call: { readonly caller: Caller; readonly params: { readonly id: string } }) => ({
    purchaseId: call.params.id,
    buyerId: call.caller.playerId,
  });

  route(app, { deps, endpoint: endpoints.confirmPurchase }, async (call) => {
    const { id } = await perform(confirmCommand(call.origin(), own(call)), { call, deps });
    return shownNow(id, { viewer: await call.viewer(), deps });
  });

  route(app, { deps, endpoint: endpoints.complainOfPurchase }, async (call) => {
    const command = { ...own(call), reason: call.body.reason };
    const { id } = await perform(complainCommand(call.origin(), command), { call, deps });
    return shownNow(id, { viewer: await call.viewer(), deps });
  });

  route(app, { deps, endpoint: endpoints.reviewPurchase }, async (call) => {
    const { rating, comment = null, isRecommended } = call.body;
    const command = { ...own(call), rating, comment, isRecommended };
    const { id } = await perform(reviewCommand(call.origin(), command), { call, deps });
    return shownNow(id, { viewer: await call.viewer(), deps });
  });
}

/**
 * Begins the payment at its provider. Idempotent, so that a lost answer can be repeated.
 * @throws HttpProblem 409 when the provider refuses it, which ends the purchase; 503 when it is unavailable
 */
async function begin(row: PurchaseRow, deps: Needs): Promise<void> {
  const { purchase_id: paymentId, method, price, title, until, status } = row;
  if (status !== "open") return;
  const { origin } = deps.config.publicUrl;
  const order = {
    paymentId,
    method,
    amount: price,
    title,
    expiresAt: Number(until),
    returnUrl: `${origin}${returnPath(paymentId)}`,
    cancelUrl: `${origin}${purchasePage(paymentId)}`,
  };
  try {
    await payments.of(deps).desk.open(order, PURPOSE);
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error;
    if (error.kind === "away") throw providerAway();
    deps.onTrouble(`the payment ${paymentId} could not be begun`, error);
    await deps.worker.fail(paymentId);
    const detail = "This payment method does not work for this item at the moment. Choose another.";
    throw new HttpProblem(409, { code: "method_not_accepted", detail });
  }
}

interface ShownTo {
  readonly viewer: Viewer;
  readonly deps: Needs;
  readonly models?: ReadModels;
}

/** Purchases with their listings, trade addresses and payment pages: one query each, for all. */
async function allShown(
  rows: readonly PurchaseRow[],
  { viewer, deps, models = modelsNow(deps) }: ShownTo,
): Promise<PurchaseShown[]> {
  const at = deps.now();
  const { desk } = payments.of(deps);
  const own = rows.filter(({ buyer_id }) => buyer_id === viewer.playerId);
  const toPay = own.filter(({ status, until }) => status === "open" && Number(until) > at);
  const toClaim = own.filter(mayClaim);
  const awaiting = rows.filter(({ awaited_at }) => awaited_at !== null);
  const [listings, tradeUrls, pages, offers] = await Promise.all([
    listingsById(
      models,
      rows.map(({ listing_id }) => listing_id),
      viewer,
    ),
    tradeUrlsOf(
      awaiting.map(({ buyer_id }) => buyer_id),
      deps,
    ),
    desk.pages(toPay.map(({ purchase_id }) => purchase_id)),
    desk.offers(toClaim.map(({ purchase_id }) => purchase_id)),
  ]);
  return rows.map((row) => {
    const listing = listings.get(row.listing_id);
    if (listing === undefined)
      throw unavailableProblem("Your purchase is saved. It will appear in a moment.", 1);
    const checkoutUrl = pages.get(row.purchase_id) ?? null;
    const refundUrls = [...(offers.get(row.purchase_id) ?? [])];
    const tradeUrl = row.awaited_at === null ? null : (tradeUrls.get(row.buyer_id) ?? null);
    return shownPurchase(row, { listing, checkoutUrl, refundUrls, tradeUrl, at });
  });
}

async function shown(row: PurchaseRow, to: ShownTo): Promise<PurchaseShown> {
  const [one] = await allShown([row], to);
  return orNotFound(one);
}

/** A purchase as of the head. */
async function shownNow(purchaseId: string, to: ShownTo): Promise<PurchaseShown> {
  return shown(orNotFound(await purchaseById(modelsNow(to.deps), purchaseId)), to);
}

const realMoneyOff = (): HttpProblem => {
  const detail = "Payments are not available: no payment provider is set up.";
  return new HttpProblem(
    503,
    { code: "real_money_off", detail },
    { "Retry-After": String(OFF_RETRY_SECONDS) },
  );
};
const providerAway = (): HttpProblem =>
  unavailableProblem("The payment provider is not answering. Try again in a moment.", AWAY_RETRY_SECONDS);
