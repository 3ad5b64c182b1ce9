import { randomUUID } from "node:crypto";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { demand } from "../coinflips.ts";
import { type Player, signIn } from "../load.ts";
import { Providers } from "../providers.ts";
import type { Scenario } from "../scenario.ts";
import { type ServiceProcess, until, within } from "../service-process.ts";
import { RECOVERY_MAX_MS, type Stage } from "../stage.ts";

const TRADE_URL = "https://www.roblox.com/trades/1";
const PRICE = 12.5;
/** The refund of an overpayment, in cents. */
const EXCESS = 100n;
const PROVIDERS = ["stripe", "paypal", "btcpay"] as const;

/** Each payment method, and the requests to its provider that have effects. */
const WAYS = [
  { method: "stripe", begins: /\/checkout\/sessions$/, takes: null, refunds: /\/refunds$/ },
  { method: "paypal", begins: /\/checkout\/orders$/, takes: /\/capture$/, refunds: /\/refund$/ },
  { method: "crypto", begins: /\/invoices$/, takes: null, refunds: /\/refund$/ },
] as const;
type Way = (typeof WAYS)[number];

interface Scene {
  readonly stage: Stage;
  readonly db: OpenDatabase;
  readonly service: ServiceProcess;
  readonly providers: Providers;
  readonly seller: Player;
  readonly buyer: Player;
  readonly admins: readonly [Player, Player];
}

interface Call {
  readonly method?: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: object;
  readonly key?: string;
}

/** The body of an answer. @throws unless it is a success */
async function said<T>({ service }: Scene, by: Player, call: Call): Promise<T> {
  const { method = "POST", path, body = {}, key = randomUUID() } = call;
  const response = await fetch(`${service.url}/api${path}`, {
    method,
    headers: { "Content-Type": "application/json", "Idempotency-Key": key, Cookie: by.cookie },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  demand(response.ok, () => `${method} ${path} was answered ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

const shown = <T>(scene: Scene, by: Player, path: string): Promise<T> =>
  said<T>(scene, by, { method: "GET", path });

/** A decision of an admin, confirmed by another one if it needs two. */
async function decided(scene: Scene, call: Call): Promise<void> {
  const [first, second] = scene.admins;
  const { proposal } = await said<{ proposal?: { id: string } }>(scene, first, call);
  if (proposal !== undefined) await said(scene, second, { path: `/admin/proposals/${proposal.id}/confirm` });
}

/** Kills the service whenever a provider has carried a request out, before it answers. */
async function killedAfter(
  scene: Scene,
  [path, ...more]: readonly [RegExp, ...RegExp[]],
  begin: () => Promise<unknown>,
): Promise<void> {
  const { service, providers, db, stage } = scene;
  const killed = providers.interrupt(path, () => service.kill9());
  await begin().catch(() => undefined);
  await within(killed, RECOVERY_MAX_MS, () => `nothing was asked of ${path}`);
  // A dead process keeps its leases for two minutes; the scenario does not wait for that.
  for (const table of ["payment_checkouts", "payouts"])
    await db.query(`update ${table} set leased_until = null`);
  stage.say(`killed after ${path}`);
  const [next, ...others] = more;
  // The next process may repeat the request before it reports that it is ready.
  await (next === undefined ? service.start() : killedAfter(scene, [next, ...others], () => service.start()));
}

const soon = (holds: () => Promise<boolean>, what: string): Promise<number> =>
  until(holds, { maxMs: RECOVERY_MAX_MS, what: () => what });

/** Lists a seller's copy, which is in the house's custody. @returns the listing's id */
async function listed(scene: Scene, nth: number): Promise<number> {
  const { service, seller, admins } = scene;
  await said(scene, seller, { path: "/sync-inventory" });
  const { copies } = await service.sandbox<{
    copies: { assetId: number; instance: string; isOnHold: boolean }[];
  }>(`/control/inventories/${seller.name}`);
  const isOnly = ({ assetId }: { assetId: number }) =>
    copies.filter((other) => other.assetId === assetId).length === 1;
  const copy = copies.filter((one) => !one.isOnHold && isOnly(one))[nth];
  const limiteds = await shown<{ id: number; robloxAssetId: number }[]>(scene, seller, "/limiteds");
  const itemId = limiteds.find(({ robloxAssetId }) => robloxAssetId === copy?.assetId)?.id;
  const wish = { type: "roblox_limited", itemId, quantity: 1, tradeUrl: TRADE_URL };
  const { id } = await said<{ id: string }>(scene, seller, { path: "/deposits", body: wish });
  const approval = { path: `/admin/deposits/${id}/approve`, body: { instances: [copy?.instance] } };
  for (const by of admins)
    if ((await said<{ status: string }>(scene, by, approval)).status === "completed") break;
  const owned = await shown<{ id: number; assetId: number }[]>(scene, seller, "/user/limiteds");
  const offer = {
    ...{ title: `Item ${nth}`, priceUSD: PRICE, paymentMethods: WAYS.map(({ method }) => method) },
    userLimitedId: owned.find(({ assetId }) => assetId === copy?.assetId)?.id,
  };
  return (await said<{ id: number }>(scene, seller, { path: "/shop/listings", body: offer })).id;
}

interface Bought {
  readonly id: string;
  readonly checkoutUrl: string;
  readonly deliveryStatus: string;
  readonly paymentStatus: string;
}

/** Sells an item while the service is killed at each step, and has its money released. */
async function soldThroughKills(scene: Scene, { method, begins, takes, refunds }: Way, listingId: number) {
  const { buyer, providers } = scene;
  const wish = { path: "/shop/purchase", body: { listingId, paymentMethod: method }, key: randomUUID() };
  await killedAfter(scene, [begins], () => said(scene, buyer, wish));
  const { id, checkoutUrl } = await said<Bought>(scene, buyer, wish);
  const atProvider = () => providers.sandbox.book.all().filter(({ paymentId }) => paymentId === id);
  const begun = atProvider().length;
  demand(begun === 1, () => `${id} was begun ${begun} times by ${method}`);

  const pay = () =>
    fetch(checkoutUrl, {
      ...{ method: "POST", redirect: "manual", body: new URLSearchParams({ action: "too-much" }) },
    });
  await killedAfter(scene, takes === null ? [refunds] : [takes, refunds], pay);
  const isOver = async () => {
    const { deliveryStatus } = await shown<Bought>(scene, buyer, `/shop/purchases/${id}`);
    return deliveryStatus === "delivered" && (await refundsAsked(scene, id)) === 1;
  };
  await soon(isOver, `${id} by ${method} has not come to its end`);
  const [payment] = atProvider();
  const back = payment?.refunds.map(({ amount }) => amount) ?? [];
  demand(payment?.received === BigInt(PRICE * 100) + EXCESS, () => `${id} was charged ${payment?.received}`);
  demand(back.length === 1 && back[0] === EXCESS, () => `${id} was given back ${back.join(" and ")}`);
  await decided(scene, { path: `/admin/purchases/${id}/release`, body: { reason: "For this scenario." } });
}

/** How many refunds of a purchase were requested from a provider, as recorded. */
async function refundsAsked({ db }: Scene, purchaseId: string): Promise<number> {
  const rows = await db.query("select 1 as asked from purchase_refunds_asked where refund_id like $1", [
    `${purchaseId}-%`,
  ]);
  return rows.length;
}

/** Pays a cash-out while the service is killed. */
async function paidOutThroughKill(scene: Scene): Promise<void> {
  const { seller, providers } = scene;
  const { version } = await shown<{ version: number }>(scene, scene.admins[0], "/admin/settings");
  const values = { cashoutAddressHours: 0 };
  await decided(scene, {
    ...{ method: "PUT", path: "/admin/settings" },
    body: { version, reason: "For this scenario.", values },
  });
  const wish = { amount: 20, currency: "usd", paypalEmail: "seller@example.com" };
  const { id } = await said<{ id: string }>(scene, seller, { path: "/cashouts", body: wish });
  await killedAfter(scene, [/\/payouts$/], () =>
    said(scene, scene.admins[0], { path: `/admin/cashouts/${id}/approve` }),
  );
  const statusOf = async () =>
    (await shown<{ id: string; status: string }[]>(scene, seller, "/cashouts")).find((one) => one.id === id)
      ?.status;
  await soon(async () => (await statusOf()) === "paid", `the cash-out ${id} is not paid`);
  const sent = providers.sandbox.payouts.all().filter(({ payoutId }) => payoutId === id).length;
  demand(sent === 1, () => `${id} was sent ${sent} times`);
}

/** Our books equal the providers', to the cent. */
async function demandEqualBooks({ db, providers }: Scene): Promise<void> {
  for (const provider of PROVIDERS) {
    const [row] = await db.query<Row & { amount: bigint }>(
      "select amount from holdings where account = $1 and asset = 'USD'",
      [`payments:${provider}`],
    );
    const [ours, theirs] = [-(row?.amount ?? 0n), providers.has(provider)];
    demand(ours === theirs, () => `of ${provider} our books have ${ours}, and it has ${theirs}`);
  }
}

/** The service is killed between a provider's action and its record, at every step of money. */
export const killedPayments: Scenario = {
  name: "payments, refunds and payouts happen once, though the service is killed before it hears of them",
  async run(stage) {
    const providers = await Providers.start(stage);
    const service = await stage.startService({ environment: providers.environment });
    providers.tell(service);
    const enter = (name: string) => signIn(service.url, name, true);
    const admins = [await enter("admin"), await enter("admin2")] as const;
    const [seller, buyer, db] = [await enter("alice"), await enter("bob"), await stage.open()];
    const scene: Scene = { stage, db, service, providers, seller, buyer, admins };
    // The platform's sandbox ends with the service and forgets everybody: whatever needs it comes first.
    const listings: number[] = [];
    for (const nth of WAYS.keys()) listings.push(await listed(scene, nth));
    for (const [nth, way] of WAYS.entries()) await soldThroughKills(scene, way, listings[nth] ?? 0);
    await paidOutThroughKill(scene);
    await demandEqualBooks(scene);
    await stage.audit();
  },
};
