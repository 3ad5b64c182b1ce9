import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { VALUE_FRESH_MS } from "#domain/features/limiteds/rules.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, EVENTS_OF_FIRST_SIGN_IN, NEWEST, type Site } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const LIMITEDS = "/api/limiteds";
const SEED = "/api/admin/seed-limiteds";

describeEachEngine("the catalogue of limiteds", (engine) => {
  const site = siteOf(engine);
  const [admin] = playersOf(site, "admin");
  afterEach(() => {
    site.sandbox.setApiFaults({});
  });

  const listed = async (visitor: Visitor = admin) => (await visitor.get(LIMITEDS)).as(endpoints.limiteds);
  const seeded = async () => (await admin.post(SEED, {})).as(endpoints.seedLimiteds);

  it("is empty before an admin fills it", async () => {
    expect(await listed(site.visitor())).toEqual([]);
  });

  it("is filled only by admins", async () => {
    const before = await site.books();
    for (const [visitor, status] of [
      [site.visitor(), 401],
      [await site.player("alice"), 403],
      [await site.player("moderator"), 403],
    ] as const) {
      expect((await visitor.post(SEED, {})).status).toBe(status);
    }
    expect((await site.books()).head.position - before.head.position).toBe(EVENTS_OF_FIRST_SIGN_IN * 2n);
    expect(await listed()).toEqual([]);
  });

  it.each(["error_500", "rate_limited"] as const)("stays as it is when the platform is %s", async (fault) => {
    site.sandbox.setApiFaults({ fault, at: "details" });
    const before = await site.books();
    expect((await admin.post(SEED, {})).status).toBe(503);
    expect(await site.books()).toEqual(before);
  });

  it("has every item with its value, the value's time and its rarity", async () => {
    expect(await seeded()).toEqual({ count: 40 });
    const items = await listed();
    expect(items).toHaveLength(40);
    expect(items.map(({ robloxAssetId }) => robloxAssetId).sort()).toEqual(
      sampleItems.map(({ assetId }) => assetId).sort(),
    );
    expect(new Set(items.map(({ rarity }) => rarity))).toEqual(
      new Set(["legendary", "epic", "rare", "common"]),
    );
    expect(new Set(items.map(({ id }) => id)).size).toBe(40);
    for (const item of items) {
      const { price = 0 } = sampleItems.find(({ assetId }) => assetId === item.robloxAssetId) ?? {};
      expect(item).toMatchObject({
        imageUrl: `/api/limiteds/${item.robloxAssetId}/picture`,
        isCollectible: true,
        valueAt: new Date(site.clock.now).toISOString(),
        valueSource: "median_of_daily_prices",
      });
      // Some outliers a month do not move it.
      expect(Number(item.estimatedValue) / price).toBeGreaterThan(0.9);
      expect(Number(item.estimatedValue) / price).toBeLessThan(1.1);
    }
    expect((await site.visitor().get(LIMITEDS)).status).toBe(200);
  });

  it("shows the most valuable items if fewer are requested", async () => {
    const visitor = site.visitor();
    const all = (await visitor.get("/api/limiteds")).as(endpoints.limiteds);
    const some = (await visitor.get("/api/limiteds?limit=3")).as(endpoints.limiteds);
    expect(some).toEqual(all.slice(0, 3));
    for (const query of ["limit=0", "limit=201", "limit=x", "before=1"])
      expect([query, (await visitor.get(`/api/limiteds?${query}`)).status]).toEqual([query, 400]);
  });

  it("stays the same when filled again, as does the log", async () => {
    const [before, items] = [await site.books(), await listed()];
    expect(await seeded()).toEqual({ count: 40 });
    expect(await site.books()).toEqual(before);
    expect(await listed()).toEqual(items);
  });

  it("updates values once they are old", async () => {
    site.clock.now += VALUE_FRESH_MS;
    await seeded();
    const at = new Date(site.clock.now).toISOString();
    expect((await listed()).every(({ valueAt }) => valueAt === at)).toBe(true);
  });

  it("needs no platform for its pages and its rebuild", async () => {
    for (const at of ["details", "resale", "thumbnails", "pictures"] as const) {
      site.sandbox.setApiFaults({ fault: "error_500", at });
      expect(await listed()).toHaveLength(40);
    }
    for (const { live, rebuilt } of await site.service.deps.reads.rebuild(["limiteds"]))
      expect(rebuilt).toBe(live);
  });

  it.each([{ all: true }, [], "seed", null])("refuses %j", async (body) => {
    const before = await site.books();
    expect((await admin.post(SEED, body)).status).toBe(400);
    expect(await site.books()).toEqual(before);
  });
});

describeEachEngine("the picture of an item", (engine) => {
  let site: Site;
  let asItIs: Site;
  const assetId = sampleItems[0]?.assetId ?? 0;
  beforeAll(async () => {
    // In production no picture of the sample catalogue is drawn.
    const production = { config: { mode: "production" } } as const;
    [site, asItIs] = [await createSite(engine), await createSite(engine, production)];
    for (const each of [site, asItIs]) {
      await (await each.player("admin")).post(SEED, {});
      // The other process reads as of the head, with the catalogue in it.
      await each.visitor().get("/api/limiteds", NEWEST);
    }
  });
  afterEach(() => {
    asItIs.sandbox.setApiFaults({});
  });
  afterAll(async () => {
    await site.close();
    await asItIs.close();
  });

  const picture = async (from: Site, id: number | string = assetId) =>
    from.visitor().fetch({ method: "GET", path: `/api/limiteds/${id}/picture` });

  it("of the sample catalogue is drawn here, under a strict content policy", async () => {
    for (const item of sampleItems) {
      const answer = await picture(site, item.assetId);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Content-Type")).toBe("image/svg+xml");
      expect(answer.headers.get("Content-Security-Policy")).toMatch(/\bsandbox\b/);
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
      const text = await answer.text();
      expect(text).toMatch(/^<svg .*<\/svg>$/s);
      expect(text).not.toMatch(/<script|on\w+=|href=/);
    }
  });

  it("is passed on from the platform, typed by its content", async () => {
    const answer = await picture(asItIs);
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(new Uint8Array(await answer.arrayBuffer()).slice(1, 4)).toEqual(Uint8Array.of(0x50, 0x4e, 0x47));
  });

  it.each([
    ["pending", "thumbnails", 1],
    ["error_500", "thumbnails", 2],
    ["error_500", "pictures", 3],
    ["malformed", "pictures", 4],
  ] as const)("is a grey placeholder at the fault %s of %s", async (fault, at, place) => {
    asItIs.sandbox.setApiFaults({ fault, at });
    const answer = await picture(asItIs, sampleItems[place]?.assetId);
    expect(answer.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(answer.headers.get("Content-Security-Policy")).toMatch(/\bsandbox\b/);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=60");
    expect(await answer.text()).toContain(">Item<");
  });

  it.each(["5", "0", "-1", "01", "1e3", "9".repeat(17), "%00", "..%2f..", "https:"])(
    "of %s is not found",
    async (id) => {
      expect((await picture(site, id)).status).toBe(404);
    },
  );
});
