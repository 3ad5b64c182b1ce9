import type { APIRequestContext, APIResponse, Page } from "playwright-core";
import { expectSoon, expectThat } from "./expectations.ts";
import type { Site } from "./site.ts";

const TRADE_URL = "https://www.roblox.com/trades/1";

/** The body of an answer. @throws Error with the body on anything but a success */
async function said<T>(answer: Promise<APIResponse>): Promise<T> {
  const response = await answer;
  expectThat(response.ok(), `${response.url()} succeeds: ${await response.text()}`);
  return (await response.json()) as T;
}

const post = <T>(by: APIRequestContext, path: string, data: object): Promise<T> =>
  said<T>(by.post(`/api${path}`, { data }));

interface Proposed {
  readonly proposal?: { readonly id: string };
}
interface Owned {
  readonly id: number;
  readonly assetId: number;
}

/** An entry in custody. @property instance the platform's name of its copy */
interface Kept extends Owned {
  readonly instance: string;
}

/** The people of a sale. */
export interface Sale {
  readonly seller: Page;
  readonly buyer: Page;
  readonly admin: Page;
  readonly admin2: Page;
}

/** Has an admin's act confirmed by another one, if it needs two. */
async function confirmed({ admin2 }: Pick<Sale, "admin2">, asked: Promise<Proposed>): Promise<void> {
  const { proposal } = await asked;
  if (proposal !== undefined) await post(admin2.request, `/admin/proposals/${proposal.id}/confirm`, {});
}

/** Changes settings, by two admins. */
export async function setSettings(sale: Sale, values: object): Promise<void> {
  const { request } = sale.admin;
  const { version } = await said<{ version: number }>(request.get("/api/admin/settings"));
  const data = { version, reason: "For this journey.", values };
  await confirmed(sale, said<Proposed>(request.put("/api/admin/settings", { data })));
}

/** A copy of the seller's comes into custody. @param nth which of their single copies. @returns its entry */
export async function inCustody(site: Site, sale: Sale, username: string, nth = 0): Promise<Kept> {
  const { request } = sale.seller;
  await post(request, "/sync-inventory", {});
  const owned = await said<Owned[]>(request.get("/api/user/limiteds"));
  const control = await fetch(`${site.sandboxUrl}/control/inventories/${username}`);
  const { copies } = (await control.json()) as {
    copies: { assetId: number; instance: string; isOnHold: boolean }[];
  };
  const copy = copies.filter(
    (one) => !one.isOnHold && copies.filter(({ assetId }) => assetId === one.assetId).length === 1,
  )[nth];
  const entry = owned.find(({ assetId }) => assetId === copy?.assetId);
  expectThat(copy !== undefined && entry !== undefined, "the seller has a copy to deposit");
  const limiteds = await said<{ id: number; robloxAssetId: number }[]>(request.get("/api/limiteds"));
  const itemId = limiteds.find(({ robloxAssetId }) => robloxAssetId === copy.assetId)?.id;
  const asked = { type: "roblox_limited", itemId, quantity: 1, tradeUrl: TRADE_URL };
  const { id } = await post<{ id: string }>(request, "/deposits", asked);
  for (const by of [sale.admin, sale.admin2]) {
    const path = `/admin/deposits/${id}/approve`;
    const { status } = await post<{ status: string }>(by.request, path, { instances: [copy.instance] });
    if (status === "completed") break;
  }
  return { ...entry, instance: copy.instance };
}

/** Lets a player sell a copy in custody: bought by card, and released early by two admins. */
export async function earnBySale(sale: Sale, userLimitedId: number, priceUSD: number): Promise<void> {
  const { seller, buyer } = sale;
  const offer = { title: "Sold", priceUSD, paymentMethods: ["stripe"], userLimitedId };
  const listing = await post<{ id: number }>(seller.request, "/shop/listings", offer);
  const wish = { listingId: listing.id, paymentMethod: "stripe" };
  const purchase = await post<{ id: string; checkoutUrl: string }>(buyer.request, "/shop/purchase", wish);
  await buyer.request.post(purchase.checkoutUrl, { form: { action: "pay" }, maxRedirects: 0 });
  const stateOf = () =>
    said<{ deliveryStatus: string }>(seller.request.get(`/api/shop/purchases/${purchase.id}`));
  await expectSoon(async () => (await stateOf()).deliveryStatus === "delivered", "the item is delivered");
  await released(sale, purchase.id);
}

/** Two admins pay the seller of a purchase at once. */
export async function released(sale: Sale, purchaseId: string): Promise<void> {
  const path = `/admin/purchases/${purchaseId}/release`;
  await confirmed(sale, post<Proposed>(sale.admin.request, path, { reason: "Known." }));
}

/** Lists an entry of the seller's inventory for sale, with every method. */
export async function listedForAll(sale: Sale, userLimitedId: number, title: string): Promise<void> {
  const paymentMethods = ["paypal", "cashapp", "stripe", "crypto"];
  await post(sale.seller.request, "/shop/listings", { title, priceUSD: 12.5, paymentMethods, userLimitedId });
}
