import { beforeAll, expect, it } from "vitest";
import { cashouts } from "#domain/features/cashouts/feature.ts";
import { endpoints } from "#domain/features/contract.ts";
import { listings } from "#domain/features/listings/feature.ts";
import { mail } from "#domain/features/mail/feature.ts";
import { paymentMethods } from "#domain/features/payment-methods/feature.ts";
import { payments } from "#domain/features/payments/feature.ts";
import { purchases } from "#domain/features/purchases/feature.ts";
import { withdrawals } from "#domain/features/withdrawals/feature.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { declaredBy } from "#domain/kernel/feature.ts";
import { earnDollars } from "#service/lab/testing/dollars.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { HAT, useShop } from "#service/lab/testing/shop.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const shopFeatures = [listings, purchases, payments, paymentMethods, cashouts, withdrawals, mail] as const;
const calls = { ...declaredBy(shopFeatures, "endpoints"), ...declaredBy(shopFeatures, "acts") };
type Call = keyof typeof calls;

const ROLES = ["signedOut", "stranger", "moderator", "buyer", "seller", "admin"] as const;
type Role = (typeof ROLES)[number];

/** A call about data of the buyer and the seller. A role without an answer of its own gets a 200 if it may call. */
interface Line {
  /** The value of the path's parameter. */
  readonly id?: string;
  readonly body?: object;
  /** Status and code for some roles, and for all others who may call it. */
  readonly is?: { readonly [R in Role]?: string };
  readonly others?: string;
}

/** The objects of the test: the seller's, except the purchases, which are also the buyer's. */
interface Things {
  readonly sellerId: string;
  readonly listing: number;
  readonly entries: readonly number[];
  readonly openPurchase: string;
  readonly paidPurchase: string;
  readonly checkout: string;
  readonly cashout: string;
  readonly withdrawal: string;
  readonly method: string;
}

const WALLET = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const CASHTAG = "$SellerTag";
const PAYPAL = "seller-at-paypal@example.com";

const NOTHING: Things = {
  ...{ sellerId: "", listing: 0, entries: [], openPurchase: "", paidPurchase: "", checkout: "" },
  ...{ cashout: "", withdrawal: "", method: "" },
};

/** Readable for some only, and for admins who review it. */
interface Secret {
  readonly text: string;
  readonly of: readonly Role[];
}

const OK = "200";
const lines = (of: Things): { readonly [C in Call]: Line } => ({
  shopCategories: {},
  addCategory: { body: { name: "Hats" } },
  changeCategory: { id: "1", body: { name: "Caps" } },
  watchlist: {},
  watchListing: { body: { listingId: of.listing } },
  unwatchListing: { body: { listingId: of.listing } },
  shopSeller: { id: of.sellerId },
  shopListings: {},
  myListings: {},
  shopListing: { id: String(of.listing) },
  itemPrices: { id: String(HAT) },
  openListing: {
    body: { title: "Hat", priceUSD: 1, paymentMethods: ["stripe"], userLimitedId: of.entries[0] },
    is: { seller: OK },
    others: "409 in_play",
  },
  adminListing: {
    id: String(of.listing),
    body: { isFeatured: true, reason: "Good" },
  },
  editListing: {
    ...{ id: String(of.listing), body: { title: "Mine" } },
    is: { seller: OK },
    others: "404 unknown_listing",
  },
  removeListing: { id: String(of.listing), is: { seller: OK }, others: "404 unknown_listing" },
  shopAnalytics: {},
  purchase: {
    body: { listingId: of.listing, paymentMethod: "stripe" },
    others: "409 not_available",
    is: { seller: "409 own_listing" },
  },
  purchases: {},
  sales: {},
  onePurchase: { id: of.paidPurchase, is: { buyer: OK, seller: OK }, others: "404 not_found" },
  cancelPurchase: { id: of.openPurchase, body: {}, is: { buyer: OK }, others: "404 unknown_purchase" },
  confirmPurchase: { id: of.paidPurchase, body: {}, is: { buyer: OK }, others: "404 unknown_purchase" },
  complainOfPurchase: {
    ...{ id: of.paidPurchase, body: { reason: "Torn" } },
    is: { buyer: "409 confirmed_already" },
    others: "404 unknown_purchase",
  },
  reviewPurchase: {
    ...{ id: of.paidPurchase, body: { rating: 5 } },
    is: { buyer: "409 not_released" },
    others: "404 unknown_purchase",
  },
  adminPurchases: {},
  refundPurchase: { id: of.paidPurchase, body: { reason: "Torn" }, is: { admin: "202" } },
  releasePurchase: { id: of.openPurchase, body: { reason: "Fine" }, is: { admin: "409 not_delivered" } },
  endRefund: { id: of.openPurchase, body: { reason: "Fine" }, is: { admin: "409 nothing_owed" } },
  unmadeRefunds: {},
  retryRefund: { id: of.openPurchase, body: {}, is: { admin: "404 not_found" } },
  payments: {},
  paymentMethods: {},
  addPaymentMethod: { body: { method: "paypal", paypalEmail: "another@example.com" } },
  changePaymentMethod: {
    ...{ id: of.method, body: { isDefault: true } },
    is: { seller: OK },
    others: "404 not_found",
  },
  removePaymentMethod: { id: of.method, is: { seller: OK }, others: "404 not_found" },
  cashouts: {},
  ownDollarDebt: {},
  requestCashout: {
    body: { amount: 10, currency: "usd", paypalEmail: "another@example.com" },
    is: { seller: OK },
    others: "409 insufficient_balance",
  },
  reviewCashouts: {},
  claimCashout: { id: of.cashout, body: {} },
  approveCashout: { id: of.cashout, body: {}, is: { admin: "409 target_too_new" } },
  cancelCashout: { id: of.cashout, body: {}, is: { seller: OK }, others: "404 unknown_cashout" },
  rejectCashout: { id: of.cashout, body: { note: "No" }, is: { admin: "409 already_reviewed" } },
  withdrawals: {},
  requestWithdrawal: {
    body: { userLimitedId: of.entries[1] },
    is: { seller: OK },
    others: "409 copies_not_free",
  },
  reviewWithdrawals: {},
  claimWithdrawal: { id: of.withdrawal, body: {} },
  approveWithdrawal: { id: of.withdrawal, body: {} },
  returnWithdrawal: { id: of.withdrawal, body: { reason: "Back" }, is: { admin: "409 not_approved" } },
  receiveWithdrawal: {
    ...{ id: of.withdrawal, body: {} },
    is: { seller: "409 not_awaited" },
    others: "404 unknown_withdrawal",
  },
  cancelWithdrawal: {
    ...{ id: of.withdrawal, body: {} },
    is: { seller: OK },
    others: "404 unknown_withdrawal",
  },
  rejectWithdrawal: { id: of.withdrawal, body: { note: "No" }, is: { admin: "409 already_reviewed" } },
  sendWithdrawal: { id: of.withdrawal, body: {}, is: { admin: "409 not_approved" } },
  completeWithdrawal: { id: of.withdrawal, body: { reason: "Seen" }, is: { admin: "409 not_approved" } },
  email: {},
  setEmail: { body: { email: "new@example.com" }, others: "503 mail_off" },
  untakenMails: {},
  retryMail: { id: "m_1", body: {}, is: { admin: "404 unknown_mail" } },
  verifyEmail: { body: { token: "A".repeat(43) }, others: "409 email_token_invalid" },
});

describeEachEngine("the shop", (engine) => {
  const shop = useShop(engine);
  let things: Things;
  let people: { readonly [R in Role]: Visitor };
  let secrets: readonly Secret[];

  beforeAll(async () => {
    const [entries, seller] = await sellerOfHats();
    const { site, bob: buyer, bought, pay } = shop;
    const admin = await site.player("admin");
    const moderator = await site.player("x_moderator");
    const { id: playerId } = await moderator.user();
    const granted = { playerId, role: "moderator", reason: "For the test" };
    await site.byTwo(await admin.post("/api/admin/roles", granted));
    people = {
      ...{ signedOut: site.visitor(), stranger: await site.player("carol"), moderator, buyer, seller },
      admin,
    };
    const offer = async (userLimitedId: number | undefined, more: object = {}) => {
      const asked = { title: "Hat", priceUSD: 1.5, paymentMethods: ["stripe"], userLimitedId, ...more };
      return (await seller.post("/api/shop/listings", asked)).as(endpoints.openListing);
    };
    const listed = await offer(entries[2], { cryptoWallet: WALLET, cryptoCurrency: "BTC" });
    const paid = await bought(buyer, await offer(entries[3]));
    await pay(paid);
    const open = await bought(buyer, await offer(entries[4]));
    const method = { method: "cashapp", cashappTag: CASHTAG };
    await earnDollars(site, (await seller.user()).id, 50_000n);
    const money = { amount: 100, currency: "usd", paypalEmail: PAYPAL };
    const ask = { userLimitedId: entries[5] };
    things = {
      ...{ sellerId: (await seller.user()).id, listing: listed.id, entries: entries.slice(0, 2) },
      ...{ openPurchase: open.id, paidPurchase: paid.id, checkout: open.checkoutUrl ?? "" },
      method: (await seller.post("/api/shop/payment-methods", method)).as(endpoints.addPaymentMethod).id,
      cashout: (await seller.post("/api/cashouts", money)).as(endpoints.requestCashout).id,
      withdrawal: (await seller.post("/api/items/withdrawals", ask)).as(endpoints.requestWithdrawal).id,
    };
    const { deliversTo } = (await buyer.get("/api/me/email")).as(endpoints.email);
    const { cashout, withdrawal, openPurchase, paidPurchase, checkout } = things;
    secrets = [
      ...[WALLET, CASHTAG, PAYPAL, things.method, cashout, withdrawal].map((text) => ({
        text,
        of: ["seller"] as Role[],
      })),
      ...[checkout, deliversTo ?? ""].map((text) => ({ text, of: ["buyer"] as Role[] })),
      ...[openPurchase, paidPurchase].map((text) => ({ text, of: ["buyer", "seller"] as Role[] })),
    ];
    expect(secrets.map(({ text }) => text).filter((text) => text.length < 8)).toEqual([]);
  });

  /** A player with six hats in custody. */
  async function sellerOfHats(): Promise<[number[], Visitor]> {
    const many = 6;
    const { site } = shop;
    const seller = await shop.collector(...Array.from({ length: many }, () => HAT));
    const items = (await seller.get("/api/limiteds")).as(endpoints.limiteds);
    const itemId = items.find(({ robloxAssetId }) => robloxAssetId === HAT)?.id;
    const tradeUrl = "https://www.roblox.com/trades/1";
    const asked = { type: "roblox_limited", itemId, quantity: many, tradeUrl };
    const { id } = (await seller.post("/api/deposits", asked)).as(endpoints.requestDeposit);
    const instances = Array.from({ length: many }, (_, n) => `shopper-1-${n}`);
    const approved = await (await site.player("admin")).post(`/api/admin/deposits/${id}/approve`, {
      instances,
    });
    expect(approved.as(endpoints.approveDeposit).status).toBe("completed");
    const entries = (await seller.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    return [entries.map((entry) => entry.id), seller];
  }

  const dueTo = (role: Role, { access }: Endpoint, { is = {}, others = OK }: Line): string => {
    if (role === "signedOut") return "401 unauthorized";
    return access === "admin" && role !== "admin" ? "403 forbidden" : (is[role] ?? others);
  };
  it.each(Object.keys(lines(NOTHING)) as Call[])("answers every role as declared: %s", async (call) => {
    const endpoint: Endpoint = endpoints[call];
    const line = lines(things)[call];
    const due = Object.fromEntries(ROLES.map((role) => [role, dueTo(role, endpoint, line)]));
    const found: { [role: string]: string } = {};
    const asks = async (role: Role) => {
      const path = `/api${endpoint.path.replace(/\{\w+\}/, line.id ?? "")}`;
      const answer = await people[role].ask(`${endpoint.method} ${path}`, line.body);
      found[role] = answer.code === null ? String(answer.status) : `${answer.status} ${answer.code}`;
      const isReviewer = endpoint.access === "admin" && role === "admin";
      const isTold = ({ text, of }: Secret) => answer.text.includes(text) && !of.includes(role);
      if (!isReviewer) expect([role, secrets.filter(isTold)]).toEqual([role, []]);
    };
    const isDone = (role: Role): boolean => due[role]?.startsWith("2") === true;
    const before = await shop.site.books();
    for (const role of ROLES) if (!isDone(role)) await asks(role);
    expect(await shop.site.books()).toEqual(before);
    for (const role of ROLES) if (isDone(role)) await asks(role);
    expect(found).toEqual(due);
  });

  it("keeps addresses and wallets out of its log, its error answers, and every table", async () => {
    const { seller, buyer } = people;
    const { deliversTo } = (await buyer.get("/api/me/email")).as(endpoints.email);
    const personal = [WALLET, CASHTAG, PAYPAL, deliversTo ?? ""];
    for (const [path, body] of [
      ["/api/shop/payment-methods", { method: "paypal", cryptoWallet: WALLET }],
      ["/api/shop/payment-methods", { method: "cashapp", cashappTag: `${CASHTAG}!` }],
      ["/api/cashouts", { amount: 1_000_000, currency: "usd", paypalEmail: PAYPAL }],
      ["/api/cashouts", { amount: 10, currency: "usd", paypalEmail: `${PAYPAL}@` }],
    ] as const) {
      const refused = await seller.post(path, body);
      expect([path, refused.status >= 400]).toEqual([path, true]);
      expect(personal.filter((text) => refused.text.includes(text))).toEqual([]);
    }
    const { site } = shop;
    const tables = await site.db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const places: { [place: string]: string } = { "lines of the log": site.logLines.join("\n") };
    for (const { name } of tables) {
      const rows = await site.db.query<{ row: string }>(`select t::text as row from ${name} t`);
      places[name] = rows.map(({ row }) => row).join("\n");
    }
    const withCashout = Object.keys(places).filter((place) => places[place]?.includes(things.cashout));
    expect(withCashout.some((place) => place.endsWith(".events"))).toBe(true);
    expect(withCashout.some((place) => place.includes("cashouts_"))).toBe(true);
    const found = Object.entries(places).flatMap(([place, text]) =>
      personal.filter((one) => text.toLowerCase().includes(one.toLowerCase())).map((one) => [place, one]),
    );
    expect(found).toEqual([]);
  });
});
