import { type Context, Hono } from "hono";
import { DAY_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { ASSET_TYPES } from "#service/integrations/platform/asset-types.ts";
import { type SampleItem, sampleItem } from "#service/integrations/platform/sample/items.ts";
import type { ApiPlace } from "#service/integrations/platform/sandbox/api-faults.ts";
import { boundedMap } from "#service/integrations/platform/sandbox/bounded-map.ts";
import type { SandboxCopy } from "#service/integrations/platform/sandbox/inventories.ts";
import { samplePng } from "#service/integrations/platform/sandbox/png.ts";
import { type Provider, platformFailure } from "#service/integrations/platform/sandbox/provider/provider.ts";

/** Pages of an inventory per minute and sign-in, as on the platform. */
export const PAGES_PER_MINUTE = 20;
const MS_PER_SECOND = 1_000;
const CALLERS_MAX = 10_000;
const PAGE_MAX = 100;
const PAGE_DEFAULT = 10;
const IDS_MAX = 100;
const PRICE_DAYS = 180;
const BEARER = /^Bearer ([A-Za-z0-9._-]+)$/i;
const FILTER = "onlyCollectibles=true;inventoryItemAssetTypes=*";

const gatewayError = (code: number, message: string, status: number): Response =>
  Response.json({ errors: [{ code, message }] }, { status });
const cloudError = (code: string, message: string, status: number): Response =>
  Response.json({ code, message }, { status });

/** Inventory, collectibles, details, prices and pictures, at the platform's paths. */
export function apiRoutes(provider: Provider): Hono {
  const routes = new Hono();
  const windows = boundedMap<{ readonly endsAt: number; left: number }>(CALLERS_MAX, provider.now);

  routes.get("/cloud/v2/users/:sub/inventory-items", async (c) => {
    const text = BEARER.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
    const claims = await provider.mint.verify(text);
    const grant = claims === null ? null : provider.book.grantOfAccessToken(claims.jti);
    if (grant === null) return gatewayError(0, "Invalid token", 401);
    const window = windows.get(text) ?? { endsAt: provider.now() + MINUTE_MS, left: PAGES_PER_MINUTE };
    windows.set(text, window, window.endsAt);
    window.left -= 1;
    const answer =
      window.left < 0
        ? cloudError("RESOURCE_EXHAUSTED", "Too many requests.", 429)
        : await inventoryAnswer(c, provider);
    const reset = Math.max(1, Math.ceil((window.endsAt - provider.now()) / MS_PER_SECOND));
    answer.headers.set("x-ratelimit-limit", `${PAGES_PER_MINUTE}, ${PAGES_PER_MINUTE};w=60`);
    answer.headers.set("x-ratelimit-remaining", String(Math.max(0, window.left)));
    answer.headers.set("x-ratelimit-reset", String(reset));
    return answer;
  });
  routes.get("/v1/users/:sub/assets/collectibles", async (c) => {
    return (await struck(c, provider, "collectibles")) ?? collectiblesPage(c, provider);
  });
  routes.get("/v1/users/:sub/can-view-inventory", (c) => {
    const sub = c.req.param("sub");
    if (provider.inventories.of(sub) === null) return gatewayError(1, "The specified user is invalid.", 400);
    return c.json({ canView: !provider.inventories.isHidden(sub) });
  });
  routes.get("/v2/assets/:id/details", async (c) => {
    const item = sampleItem(Number(c.req.param("id")));
    const failure = await struck(c, provider, "details");
    return failure ?? (item === undefined ? gatewayError(20, "Invalid assetId", 400) : c.json(details(item)));
  });
  routes.get("/v1/assets/:id/resale-data", async (c) => {
    const item = sampleItem(Number(c.req.param("id")));
    const failure = await struck(c, provider, "resale");
    if (failure !== null) return failure;
    return item === undefined
      ? gatewayError(2, "Asset is invalid", 400)
      : c.json(resale(item, provider.now()));
  });
  routes.get("/v1/assets", (c) => thumbnails(c, provider));
  routes.get("/pictures/:file{[0-9]+\\.png}", async (c) => {
    const item = sampleItem(Number.parseInt(c.req.param("file"), 10));
    const failure = await struck(c, provider, "pictures");
    if (failure !== null) return failure;
    if (item === undefined) return c.notFound();
    return c.body(samplePng(item.hue), 200, { "Content-Type": "image/png" });
  });
  return routes;
}

async function inventoryAnswer(c: Context, provider: Provider): Promise<Response> {
  const isCircular = provider.apiFaults.current().fault === "circular_pages";
  const answer = (await struck(c, provider, "inventory")) ?? inventoryPage(c, provider);
  if (!isCircular || answer.status !== 200) return answer;
  const page = (await answer.json()) as object;
  return Response.json({
    ...page,
    nextPageToken: c.req.query("pageToken") ?? pageTokenOf(0, c.req.param("sub") ?? ""),
  });
}

/** Applies a fault to an endpoint. @returns null when the endpoint may answer by itself */
async function struck(c: Context, provider: Provider, place: ApiPlace): Promise<Response | null> {
  const fault = provider.apiFaults.take(place);
  switch (fault?.fault) {
    case "slow":
      await provider.sleep(fault.delayMs, c.req.raw.signal);
      return null;
    case "error_500":
      return place === "inventory" ? cloudError("INTERNAL", "Internal error.", 500) : platformFailure();
    case "rate_limited": {
      const answer = cloudError("RESOURCE_EXHAUSTED", "Too many requests.", 429);
      answer.headers.set("x-ratelimit-reset", "7");
      return answer;
    }
    case "hidden":
      return cloudError("PERMISSION_DENIED", "The user's inventory is private.", 403);
    case "hidden_legacy":
      return hiddenLegacy();
    case "token_refused":
      return gatewayError(0, "Invalid token", 401);
    case "malformed":
      return new Response("<html>bad gateway</html>", {
        status: 200,
        headers: { "Content-Type": "text/html" },
      });
    default:
      return null;
  }
}

const hiddenLegacy = (): Response =>
  gatewayError(11, "You don't have permissions to view the specified user's inventory.", 403);

function inventoryPage(c: Context, { inventories }: Provider): Response {
  const sub = c.req.param("sub") ?? "";
  const copies = inventories.of(sub);
  if (copies === null) return cloudError("NOT_FOUND", "The user does not exist.", 404);
  if (inventories.isHidden(sub))
    return cloudError("PERMISSION_DENIED", "The user's inventory is private.", 403);
  const { maxPageSize, pageToken, filter } = c.req.query();
  const size = Math.min(Number(maxPageSize ?? PAGE_DEFAULT), PAGE_MAX);
  const from = pageToken === undefined || pageToken === "" ? 0 : fromToken(pageToken, sub);
  if (filter !== FILTER || !(size >= 1) || from === null)
    return cloudError("INVALID_ARGUMENT", "The filter, the page size or the page token is invalid.", 400);
  const page = copies.slice(from, from + size);
  // A full last page is followed by an empty one, as on the platform.
  const next = page.length === size ? pageTokenOf(from + size, sub) : "";
  return c.json({ inventoryItems: page.map((copy) => cloudItem(copy, sub)), nextPageToken: next });
}

const pageTokenOf = (from: number, sub: string): string =>
  Buffer.from(`${sub}:${from}`).toString("base64url");

function fromToken(token: string, sub: string): number | null {
  const [of, from] = Buffer.from(token, "base64url").toString("utf8").split(":");
  return of === sub && /^\d{1,6}$/.test(from ?? "") ? Number(from) : null;
}

function cloudItem({ assetId, instance, serial, isOnHold }: SandboxCopy, sub: string): object {
  return {
    path: `cloud/v2/users/${sub}/inventory-items/${Buffer.from(instance).toString("base64url")}`,
    assetDetails: {
      assetId: String(assetId),
      inventoryItemAssetType: sampleItem(assetId)?.type ?? "HAT",
      instanceId: instance,
      collectibleDetails: {
        itemId: `00000000-0000-4000-8000-${String(assetId).padStart(12, "0")}`,
        instanceId: instance,
        instanceState: isOnHold ? "HOLD" : "AVAILABLE",
        ...(serial === null ? {} : { serialNumber: serial }),
      },
    },
    addTime: "2025-06-01T12:00:00Z",
  };
}

function collectiblesPage(c: Context, { inventories }: Provider): Response {
  const sub = c.req.param("sub") ?? "";
  const copies = inventories.of(sub);
  if (copies === null) return gatewayError(1, "The specified user does not exist.", 400);
  if (inventories.isHidden(sub)) return hiddenLegacy();
  const { limit, cursor } = c.req.query();
  const size = Number(limit ?? PAGE_DEFAULT);
  const from = cursor === undefined || cursor === "" ? 0 : fromToken(cursor, sub);
  if (![10, 25, 50, 100].includes(size) || from === null)
    return gatewayError(4, "The limit or the cursor is invalid.", 400);
  const page = copies.slice(from, from + size);
  const next = page.length === size ? pageTokenOf(from + size, sub) : null;
  const data = page.map(({ assetId, serial, isOnHold }, n) => {
    const item = sampleItem(assetId);
    return {
      userAssetId: from + n + 1,
      serialNumber: serial,
      assetId,
      name: item?.name ?? `Item ${assetId}`,
      recentAveragePrice: item?.price ?? 1_000,
      originalPrice: null,
      assetStock: null,
      buildersClubMembershipType: 0,
      isOnHold,
    };
  });
  return c.json({ previousPageCursor: null, nextPageCursor: next, data });
}

const details = ({ assetId, name, description, type }: SampleItem): object => ({
  TargetId: assetId,
  ProductType: "User Product",
  AssetId: assetId,
  ProductId: assetId,
  Name: name,
  Description: description,
  AssetTypeId: ASSET_TYPES[type],
  IsLimited: true,
  IsLimitedUnique: false,
  Sales: 0,
});

/** Half a year of daily prices around the item's own, with a few outliers, as in real trading. */
function resale({ assetId, price }: SampleItem, now: number): object {
  const today = Math.floor(now / DAY_MS);
  const points = Array.from({ length: PRICE_DAYS }, (_, n) => {
    const wobble = ((assetId * 31 + n * 17) % 21) - 10;
    const value = n % 29 === 13 ? price * 9 : Math.max(1, Math.round(price * (1 + wobble / 200)));
    return { value, date: new Date((today - n) * DAY_MS).toISOString() };
  });
  return {
    assetStock: 10_000,
    sales: 10_000,
    numberRemaining: 0,
    recentAveragePrice: price,
    originalPrice: Math.max(1, Math.round(price / 20)),
    priceDataPoints: points,
    volumeDataPoints: [],
  };
}

async function thumbnails(c: Context, provider: Provider): Promise<Response> {
  const { assetIds = "", size, format } = c.req.query();
  const ids = assetIds.split(",").map(Number);
  if (ids.length > IDS_MAX) return gatewayError(1, "There are too many requested Ids.", 400);
  if (format !== "Png") return gatewayError(2, "The requested format is invalid.", 400);
  if (size !== "420x420") return gatewayError(3, "The requested size is invalid.", 400);
  if (!ids.every(Number.isSafeInteger)) return gatewayError(4, "The requested Ids are invalid.", 400);
  const isPending = provider.apiFaults.current().fault === "pending";
  const failure = await struck(c, provider, "thumbnails");
  if (failure !== null) return failure;
  const data = ids.map((targetId) => {
    const state = isPending ? "Pending" : sampleItem(targetId) === undefined ? "Error" : "Completed";
    const imageUrl = state === "Completed" ? new URL(`/pictures/${targetId}.png`, provider.issuer).href : "";
    return { targetId, state, imageUrl, version: "TN3" };
  });
  return c.json({ data });
}
