import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import { Ways } from "#domain/testing/ways.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { payments } from "#service/features/payments/feature.ts";
import { purchases } from "#service/features/purchases/feature.ts";
import type { ProviderName } from "#service/integrations/payments/provider.ts";
import { SAMPLE_ASSET_MIN } from "#service/integrations/platform/sample/items.ts";
import { collectors } from "#service/lab/testing/collectors.ts";
import type { TestEngine } from "#service/lab/testing/engines.ts";
import { NEWEST, SITE_BEGINS_AT, type Site } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import {
  drivePayments,
  PAYMENTS_ORIGIN,
  SANDBOX_PAYMENTS,
} from "#service/lab/testing/stand-ins/payment-sandbox.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

/** The item that sellers of tests sell. */
export const HAT = SAMPLE_ASSET_MIN;
const TRADE = "https://www.roblox.com/trades/1";
/** Reads as of the newest position. */
const never = { after: () => () => undefined };

/** Value reaches players only by known ways, whatever a test did. */
async function expectKnownWays({ db }: Site): Promise<void> {
  const rows = await db.query<EventRow>(`select ${EVENT_COLUMNS} from events order by position`);
  const ways = new Ways();
  expect(rows.flatMap((row) => ways.problemOf(eventOf(row)) ?? [])).toEqual([]);
}

/** A shop with payments by the sandbox, for the tests of a file: opened before them and closed after. */
export function useShop(engine: TestEngine) {
  const clock = { now: SITE_BEGINS_AT };
  const driven = drivePayments(clock, async (url, init) => site.service.app.fetch(new Request(url, init)));
  const site = siteOf(engine, {
    clock,
    scheduler: never,
    // As after a start: a command finds only its own reads in memory.
    streamsMax: 1,
    elsewhere: { [PAYMENTS_ORIGIN]: driven.fetch },
    config: { secondApprovalAbove: minor("100000000.00"), payments: SANDBOX_PAYMENTS },
  });
  beforeAll(() => addSampleData(site.service.deps));
  // A buyer with a confirmed address.
  const [bob] = playersOf(site, "bob");
  beforeEach(() => void driven.sandbox.switches.set({}));
  afterAll(() => expectKnownWays(site));

  const collector = collectors(site, "shopper");
  let sellers = 0;
  /** A player with a hat in custody. */
  async function deposited() {
    sellers += 1;
    const seller = await collector(HAT);
    const items = (await seller.get("/api/limiteds")).as(endpoints.limiteds);
    const itemId = items.find(({ robloxAssetId }) => robloxAssetId === HAT)?.id;
    const asked = { type: "roblox_limited", itemId, tradeUrl: TRADE };
    const { id } = (await seller.post("/api/deposits", asked)).as(endpoints.requestDeposit);
    const admin = await site.player("admin");
    const instance = `shopper-${sellers}-0`;
    const approved = await admin.post(`/api/admin/deposits/${id}/approve`, { instances: [instance] });
    expect(approved.as(endpoints.approveDeposit).status).toBe("completed");
    const [entry] = (await seller.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    return { seller, entry, instance, name: `shopper_${sellers}` };
  }
  /** A seller whose hat is in custody and listed. */
  async function listed(
    change: object = {},
  ): Promise<{ readonly seller: Visitor; readonly listing: ListingShown; readonly name: string }> {
    const { seller, entry, name } = await deposited();
    const offer = {
      title: "Hat",
      priceUSD: 1.5,
      paymentMethods: ["stripe", "cashapp", "paypal", "crypto"],
      userLimitedId: entry?.id,
      ...change,
    };
    const listing = (await seller.post("/api/shop/listings", offer)).as(endpoints.openListing);
    expect(listing.inCustody).toBe(true);
    return { seller, listing, name };
  }
  const buy = (by: Visitor, listing: ListingShown, method = "stripe", headers: HeadersInit = {}) =>
    by.post("/api/shop/purchase", { listingId: listing.id, paymentMethod: method }, headers);
  const bought = async (by: Visitor, listing: ListingShown, method?: string): Promise<PurchaseShown> =>
    (await buy(by, listing, method)).as(endpoints.purchase);
  const seen = async (by: Visitor, { id }: PurchaseShown) =>
    (await by.get(`/api/shop/purchases/${id}`, NEWEST)).as(endpoints.onePurchase);
  /** Processes everything due: webhooks, readings, and their effects on purchases. */
  const settle = async () => {
    // The end of a trade causes a refund, and that a webhook.
    for (let round = 0; round < 3; round += 1) {
      driven.sandbox.book.tick();
      await driven.sandbox.sender.flush();
      await payments.of(site.service.deps).looking.look();
      await purchases.of(site.service.deps).bringingOn.look();
    }
  };
  const pay = async (purchase: PurchaseShown, action = "pay") => {
    await driven.choose(purchase.checkoutUrl ?? "", action);
    await settle();
  };
  /** A hat that Bob has bought and paid. */
  async function sold() {
    const { seller, listing } = await listed();
    const purchase = await bought(bob, listing);
    await pay(purchase);
    return { seller, listing, purchase };
  }
  const usdOf = async (by: Visitor) => (await by.user()).usdBalance;
  /** Lets days pass, after which everybody has to sign in again. */
  const pass = async (days: number, seller: Visitor) => {
    clock.now += days * 24 * HOUR_MS;
    await bob.signIn("bob");
    await seller.signIn(`shopper_${sellers}`);
    await settle();
  };
  const held = (account: string) => site.held(account, "USD");
  /** Our balance at the sandbox, which the ledger's account should equal. */
  const atProvider = (provider: ProviderName = "stripe") =>
    driven.sandbox.book.all(provider).reduce((sum, { received, fee, refunds, disputes }) => {
      const back = refunds
        .filter(({ status }) => status === "succeeded")
        .reduce((all, { amount }) => all + amount, 0n);
      const taken = disputes.reduce(
        (all, one) => all + one.fee + (one.status === "won" ? 0n : one.amount),
        0n,
      );
      return sum + received - fee - back - taken;
    }, 0n);

  /** A seller of a hat that the house does not have. */
  async function onSight() {
    sellers += 1;
    const name = `shopper_${sellers}`;
    const seller = await collector(HAT);
    const [entry] = (await seller.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    const offer = { title: "Hat", priceUSD: 1.5, paymentMethods: ["stripe"], userLimitedId: entry?.id };
    const listing = (await seller.post("/api/shop/listings", offer)).as(endpoints.openListing);
    expect(listing.inCustody).toBe(false);
    return { seller, listing, name };
  }
  const hatsOf = async (by: Visitor) =>
    (await by.get("/api/user/limiteds", NEWEST))
      .as(endpoints.userLimiteds)
      .filter(({ assetId, inPlay }) => assetId === HAT && !inPlay).length;
  return {
    ...{ site, driven, bob, clock, collector, deposited, listed, onSight, buy, bought },
    ...{ seen, settle, pay, sold, usdOf, pass, held, atProvider, hatsOf },
  };
}
