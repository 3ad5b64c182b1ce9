import { z } from "zod";
import { INSTANCE_PATTERN } from "#domain/accounts/item.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { assetTypeOf } from "#service/integrations/platform/asset-types.ts";
import {
  askPlatform,
  type PlatformAnswer,
  type PlatformWire,
} from "#service/integrations/platform/platform-request.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";

/** The platform's APIs, each by its origin. */
export interface PlatformHosts {
  readonly apis: string;
  readonly inventory: string;
  readonly thumbnails: string;
  readonly economy: string;
}

/** The platform itself. */
export const LIVE_HOSTS: PlatformHosts = {
  apis: "https://apis.roblox.com",
  inventory: "https://inventory.roblox.com",
  thumbnails: "https://thumbnails.roblox.com",
  economy: "https://economy.roblox.com",
};

/** One origin that serves all of them, as the sandbox does. */
export const hostsAt = (origin: string): PlatformHosts => ({
  apis: origin,
  inventory: origin,
  thumbnails: origin,
  economy: origin,
});

/** Items per page; the platform's maximum. */
const PAGE_ITEMS = 100;
/** Longest inventory read: a longer one is refused, since only a complete one counts. */
export const PAGES_MAX = 100;
/** Time limit for reading an inventory, in milliseconds. */
export const LISTING_TIMEOUT_MS = 30_000;
/** Time limit for prices, details or pictures, in milliseconds. */
const LOOK_TIMEOUT_MS = 10_000;

/** A copy as the platform lists it. */
export interface PlatformCopy {
  readonly assetId: number;
  readonly instance: string;
  readonly serial: number | null;
  readonly assetType: number;
  /** On hold after a trade or a purchase: not to be counted yet. */
  readonly isOnHold: boolean;
}

/** An item as the platform's own pages show it. */
export interface PlatformItem {
  readonly name: string;
  readonly description: string;
  readonly assetType: number;
}

/** The platform's prices, in whole units of its currency; one per day of the last month, newest first. */
export interface PlatformPrices {
  readonly daily: readonly number[];
  readonly recentAverage: number | null;
  readonly original: number | null;
}

/** Name and price of an owned item. */
export interface NamedItem {
  readonly name: string;
  readonly recentAverage: number | null;
  readonly original: number | null;
}

/** The service's calls to the platform. Each throws `PlatformTrouble` without a usable answer. */
export interface PlatformGateway {
  /** All collectible copies of an account, to the last page. */
  inventory(platformId: string, accessToken: string): Promise<readonly PlatformCopy[]>;
  /** Names and prices of an account's items, by item. */
  named(platformId: string): Promise<ReadonlyMap<number, NamedItem>>;
  /** Null without such an item. */
  item(assetId: number): Promise<PlatformItem | null>;
  /** Null when it is not resold, and so has no prices. */
  prices(assetId: number, days: number): Promise<PlatformPrices | null>;
  /** The address of an item's picture; null while the platform has none to show. */
  picture(assetId: number): Promise<string | null>;
}

/**
 * The client of the platform: of the live one, or the sandbox, which has the same paths and answers.
 * @example createGateway(LIVE_HOSTS, wire).inventory("1001", accessToken)
 */
export function createGateway(hosts: PlatformHosts, wire: PlatformWire): PlatformGateway {
  const ask = async (what: string, address: URL): Promise<PlatformAnswer> => {
    const { signal, until } = deadline(wire, LOOK_TIMEOUT_MS);
    return askPlatform(wire, { what, url: address, signal, until });
  };
  return {
    inventory: (platformId, accessToken) => readInventory({ hosts, wire }, platformId, accessToken),
    named: (platformId) => readNamed({ hosts, wire }, platformId),
    async item(assetId) {
      const what = "details of an item";
      const answer = await ask(what, new URL(`/v2/assets/${assetId}/details`, hosts.economy));
      if (isUnknown(answer)) return null;
      const read = parsed(what, answer, detailsSchema);
      return { name: read.Name, description: read.Description ?? "", assetType: read.AssetTypeId };
    },
    async prices(assetId, days) {
      const what = "prices of an item";
      const answer = await ask(what, new URL(`/v1/assets/${assetId}/resale-data`, hosts.economy));
      if (isUnknown(answer)) return null;
      const { priceDataPoints, recentAveragePrice, originalPrice } = parsed(what, answer, resaleSchema);
      const daily = pricesOfLastDays(priceDataPoints ?? [], { days, now: wire.now() });
      return { daily, recentAverage: recentAveragePrice ?? null, original: originalPrice ?? null };
    },
    async picture(assetId) {
      const what = "a picture's address";
      const address = new URL("/v1/assets", hosts.thumbnails);
      address.search = String(
        new URLSearchParams({ assetIds: String(assetId), size: "420x420", format: "Png" }),
      );
      const { data } = parsed(what, await ask(what, address), thumbnailsSchema);
      const own = data.find(({ targetId }) => targetId === assetId);
      return own?.state === "Completed" ? (own.imageUrl ?? null) : null;
    },
  };
}

/** The newest price of each of the last days, newest first. @param now milliseconds */
function pricesOfLastDays(
  points: readonly { readonly value: number; readonly date: string }[],
  { days, now }: { readonly days: number; readonly now: number },
): readonly number[] {
  const isRecent = (date: string): boolean => {
    const age = now - Date.parse(date);
    return age < days * DAY_MS && age > -DAY_MS;
  };
  const newestFirst = points
    .filter(({ date }) => isRecent(date))
    .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
  const byDay = new Map<string, number>();
  for (const { value, date } of newestFirst) {
    const day = date.slice(0, "2026-01-01".length);
    if (!byDay.has(day)) byDay.set(day, value);
  }
  return [...byDay.values()];
}

interface Reach {
  readonly hosts: PlatformHosts;
  readonly wire: PlatformWire;
}

function deadline(
  { now }: PlatformWire,
  ms: number,
): { readonly signal: AbortSignal; readonly until: number } {
  return { signal: AbortSignal.timeout(ms), until: now() + ms };
}

async function readInventory(
  { hosts, wire }: Reach,
  platformId: string,
  accessToken: string,
): Promise<readonly PlatformCopy[]> {
  const what = "an inventory";
  const address = new URL(`/cloud/v2/users/${encodeURIComponent(platformId)}/inventory-items`, hosts.apis);
  const pages = { what, address, cursorName: "pageToken", wire, accessToken };
  const rows = await readPages(
    pages,
    (answer) => {
      const { inventoryItems, nextPageToken } = parsed(what, answer, inventorySchema);
      return { rows: inventoryItems, next: nextPageToken || null };
    },
    { maxPageSize: String(PAGE_ITEMS), filter: "onlyCollectibles=true;inventoryItemAssetTypes=*" },
  );
  return rows.map(({ assetDetails }) => ({
    assetId: assetDetails.assetId,
    instance: assetDetails.instanceId,
    serial: assetDetails.collectibleDetails?.serialNumber ?? null,
    assetType: assetTypeOf(assetDetails.inventoryItemAssetType),
    isOnHold: (assetDetails.collectibleDetails?.instanceState ?? AVAILABLE) !== AVAILABLE,
  }));
}

async function readNamed(
  { hosts, wire }: Reach,
  platformId: string,
): Promise<ReadonlyMap<number, NamedItem>> {
  const what = "names of items";
  const address = new URL(`/v1/users/${encodeURIComponent(platformId)}/assets/collectibles`, hosts.inventory);
  const rows = await readPages(
    { what, address, cursorName: "cursor", wire },
    (answer) => {
      const { data, nextPageCursor } = parsed(what, answer, collectiblesSchema);
      return { rows: data, next: nextPageCursor || null };
    },
    { limit: String(PAGE_ITEMS), sortOrder: "Asc" },
  );
  return new Map(
    rows.map(({ assetId, name, recentAveragePrice, originalPrice }) => [
      assetId,
      { name, recentAverage: recentAveragePrice ?? null, original: originalPrice ?? null },
    ]),
  );
}

interface Pages {
  readonly what: string;
  readonly address: URL;
  readonly cursorName: string;
  readonly wire: PlatformWire;
  readonly accessToken?: string;
}

/**
 * Reads every page of a list. The platform ends a list in two ways: without a cursor, or with an empty page.
 * @throws PlatformTrouble also when the pages form a circle or never end: part of a list is worse than none
 */
async function readPages<T>(
  { what, address, cursorName, wire, accessToken }: Pages,
  read: (answer: PlatformAnswer) => { readonly rows: readonly T[]; readonly next: string | null },
  query: Readonly<Record<string, string>>,
): Promise<readonly T[]> {
  const { signal, until } = deadline(wire, LISTING_TIMEOUT_MS);
  const all: T[] = [];
  const cursors = new Set<string>();
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const url = new URL(address);
    url.search = String(
      new URLSearchParams({ ...query, ...(cursor === null ? {} : { [cursorName]: cursor }) }),
    );
    const answer = await askPlatform(wire, { what, url, accessToken, signal, until });
    refuseHidden(what, answer);
    const { rows, next } = read(answer);
    all.push(...rows);
    if (next === null || rows.length === 0) return all;
    if (cursors.has(next)) throw new PlatformTrouble("strange", what);
    cursors.add(next);
    cursor = next;
    if (answer.pauseMs === 0) continue;
    if (wire.now() + answer.pauseMs >= until)
      throw new PlatformTrouble("busy", what, Math.ceil(answer.pauseMs / 1_000));
    await wire.sleep(answer.pauseMs, signal).catch(() => undefined);
  }
  throw new PlatformTrouble("strange", what);
}

/** Fails for a hidden inventory: both forms of the error have status 403. */
function refuseHidden(what: string, { status }: PlatformAnswer): void {
  if (status === 403) throw new PlatformTrouble("hidden", what);
  if (status === 401) throw new PlatformTrouble("unauthorized", what);
}

const isUnknown = ({ status }: PlatformAnswer): boolean => status === 404 || status === 400;

function parsed<T>(what: string, { status, json }: PlatformAnswer, schema: z.ZodType<T>): T {
  const read = status === 200 ? schema.safeParse(json) : null;
  if (read?.success !== true) throw new PlatformTrouble("strange", what);
  return read.data;
}

const AVAILABLE = "AVAILABLE";
const NAME_CHARS_MAX = 100;
const DESCRIPTION_CHARS_MAX = 500;

const assetNumber = z.number().int().positive();
const price = z.number().int().nonnegative().nullish();
/** Makes foreign text showable: well-formed, without control characters, cut to the length shown. */
const shown = (max: number) =>
  z.string().transform((text) => {
    const clean = text.replace(/\p{Surrogate}|\p{Cc}|[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu, " ");
    return Array.from(clean.trim()).slice(0, max).join("");
  });

const inventorySchema = z.object({
  inventoryItems: z.array(
    z.object({
      assetDetails: z.object({
        assetId: z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number)
          .pipe(assetNumber),
        inventoryItemAssetType: z.string(),
        instanceId: z.string().regex(INSTANCE_PATTERN),
        collectibleDetails: z
          .object({
            instanceState: z.string().nullish(),
            serialNumber: z.number().int().nonnegative().nullish(),
          })
          .nullish(),
      }),
    }),
  ),
  nextPageToken: z.string().nullish(),
});

const collectiblesSchema = z.object({
  nextPageCursor: z.string().nullish(),
  data: z.array(
    z.object({
      assetId: assetNumber,
      name: shown(NAME_CHARS_MAX).pipe(z.string().min(1)),
      recentAveragePrice: price,
      originalPrice: price,
    }),
  ),
});

const detailsSchema = z.object({
  Name: shown(NAME_CHARS_MAX).pipe(z.string().min(1)),
  Description: shown(DESCRIPTION_CHARS_MAX).nullish(),
  AssetTypeId: z.number().int().nonnegative(),
});

const resaleSchema = z.object({
  recentAveragePrice: price,
  originalPrice: price,
  priceDataPoints: z.array(z.object({ value: z.number().int().nonnegative(), date: z.string() })).nullish(),
});

const thumbnailsSchema = z.object({
  data: z.array(
    z.object({
      targetId: z.number(),
      state: z.string(),
      imageUrl: z
        .url({ protocol: /^https?$/ })
        .nullish()
        .catch(null),
    }),
  ),
});
