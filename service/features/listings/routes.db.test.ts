import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { ACTIVE_LISTINGS_MAX } from "#domain/features/listings/rules.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { SAMPLE_ASSET_MIN } from "#service/integrations/platform/sample/items.ts";
import { collectors } from "#service/lab/testing/collectors.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { twoSitesOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const HAT = SAMPLE_ASSET_MIN;
const OTHER = SAMPLE_ASSET_MIN + 1;
const SHOP = "/api/shop/listings";
const OFFER = { title: "  A fine hat ", priceUSD: 1.5, paymentMethods: ["stripe", "paypal"] };

describeEachEngine("listings", (engine) => {
  const clock = { now: SITE_BEGINS_AT };
  const sites = twoSitesOf(engine, { clock });
  beforeAll(() => addSampleData(sites.one.service.deps));

  const collector = collectors(sites.one, "seller");
  const entries = async (player: Visitor) =>
    (await player.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
  const entryOf = async (player: Visitor, assetId: number) => {
    const entry = (await entries(player)).find((one) => one.assetId === assetId && !one.inPlay);
    if (entry === undefined) throw new Error("The player has no such free copy");
    return entry.id;
  };
  const sell = async (player: Visitor, assetId: number, other: object = {}) =>
    player.post(SHOP, { ...OFFER, userLimitedId: await entryOf(player, assetId), ...other });
  const sold = async (player: Visitor, assetId: number, other: object = {}): Promise<ListingShown> =>
    (await sell(player, assetId, other)).as(endpoints.openListing);
  const change = (player: Visitor, id: number, changes: object) => player.ask(`PATCH ${SHOP}/${id}`, changes);
  const remove = (player: Visitor, id: number) => player.ask(`DELETE ${SHOP}/${id}`);
  const browse = async (player: Visitor, query = "") => {
    const answer = await player.get(`${SHOP}${query}`, NEWEST);
    return { items: answer.as(endpoints.shopListings), next: answer.headers.get("Next") };
  };

  it("hold a copy in escrow, where it can be neither staked nor listed again, and return it", async () => {
    const alice = await collector(HAT);
    const userLimitedId = await entryOf(alice, HAT);
    const listing = await sold(alice, HAT);
    expect(listing).toMatchObject({
      title: "A fine hat",
      description: null,
      priceUSD: "1.50",
      condition: "excellent",
      paymentMethods: ["paypal", "stripe"],
      views: 0,
      isActive: true,
      isFeatured: false,
      status: "active",
      isOwn: true,
      inCustody: false,
      category: null,
      limited: { robloxAssetId: HAT },
    });
    expect((await alice.post(SHOP, { ...OFFER, userLimitedId })).code).toBe("in_play");
    const bet = { betSide: "rbx", betItems: [{ limitedId: HAT, quantity: 1 }] };
    expect((await alice.post("/api/live-coinflips", bet)).status).toBe(409);
    expect((await entries(alice)).find(({ assetId }) => assetId === HAT)?.inPlay).toBe(true);
    const removed = (await remove(alice, listing.id)).as(endpoints.removeListing);
    expect(removed).toMatchObject({ status: "removed", isActive: false });
    expect((await entries(alice)).find(({ assetId }) => assetId === HAT)?.inPlay).toBe(false);
    expect((await remove(alice, listing.id)).code).toBe("not_active");
  });

  it("are opened once, however many processes receive the request", async () => {
    const bob = await collector(HAT);
    const userLimitedId = await entryOf(bob, HAT);
    const there = sites.carriedOver(bob);
    const asked = [bob, there, bob, there].map((one) => one.post(SHOP, { ...OFFER, userLimitedId }));
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const mine = (await bob.get("/api/shop/my-listings", NEWEST)).as(endpoints.myListings);
    expect(mine).toHaveLength(1);
  });

  it("are listed for their seller a page at a time", async () => {
    const seller = await collector(HAT, OTHER);
    const ids = [await sold(seller, HAT), await sold(seller, OTHER)].map(({ id }) => id);
    const own = async (query: string) =>
      (await seller.get(`/api/shop/my-listings${query}`, NEWEST)).as(endpoints.myListings);
    const [newest] = await own("?limit=1");
    expect([newest?.id, ...(await own(`?before=${newest?.position}`)).map(({ id }) => id)]).toEqual(
      ids.toReversed(),
    );
    expect((await seller.get("/api/shop/my-listings?limit=201")).status).toBe(400);
  });

  it("are changed and removed only by their seller", async () => {
    const [carol, other] = [await collector(HAT), await collector()];
    const { id } = await sold(carol, HAT);
    const changed = (await change(carol, id, { priceUSD: 2.25, description: "Worn once." })).as(
      endpoints.editListing,
    );
    expect(changed).toMatchObject({ priceUSD: "2.25", description: "Worn once.", title: "A fine hat" });
    expect([(await change(other, id, { priceUSD: 1 })).status, (await remove(other, id)).status]).toEqual([
      404, 404,
    ]);
    expect((await change(carol, 1, { priceUSD: 1 })).status).toBe(404);
  });

  it.each([
    [{ title: " " }, "Title is required"],
    [{ title: "Nobody could read \0" }, "Must not contain control characters"],
    [{ cashappTag: "\0" }, "Must be a $Cashtag"],
    [{ paymentMethods: ["stripe", "\0"] }, "Must be one of"],
    [{ limitedId: OTHER }, "This entry of your inventory is item"],
  ])("are not opened with %o", async (other, detail) => {
    const player = await collector(HAT);
    const { head } = await sites.one.books();
    const answer = await sell(player, HAT, other);
    expect([answer.status, answer.problem().detail]).toEqual([400, expect.stringContaining(detail)]);
    expect((await sites.one.books()).head).toEqual(head);
  });

  it("cost at most ten times the item's value", async () => {
    const limiteds = (await sites.one.visitor().get("/api/limiteds")).as(endpoints.limiteds);
    const valued = limiteds.filter(({ estimatedValue }) => Number(estimatedValue) > 0);
    const cheapest = valued.toSorted((a, b) => Number(a.estimatedValue) - Number(b.estimatedValue))[0];
    const item = cheapest?.robloxAssetId ?? 0;
    const dave = await collector(item);
    const prices = (await dave.get(`/api/shop/items/${item}`, NEWEST)).as(endpoints.itemPrices);
    const refused = await sell(dave, item, { priceUSD: Number(prices.most) + 0.01 });
    expect([refused.status, refused.code, refused.problem().facts]).toEqual([
      409,
      "price_too_high",
      { most: prices.most },
    ]);
    const { id } = await sold(dave, item, { priceUSD: Number(prices.most) });
    expect((await change(dave, id, { priceUSD: Number(prices.most) + 0.01 })).code).toBe("price_too_high");
  });

  it("are browsed by words, price, condition, method and rarity, in every order, page by page", async () => {
    const [erin, reader] = [await collector(HAT, HAT, OTHER, OTHER), await collector()];
    const { id: seller } = await erin.user();
    const by = `?seller=${seller}`;
    const opened = [
      await sold(erin, HAT, { title: "Zebra one", priceUSD: 3, condition: "fair" }),
      await sold(erin, HAT, { title: "Zebra two", priceUSD: 1, paymentMethods: ["crypto"] }),
      await sold(erin, OTHER, { title: "Other three", priceUSD: 2 }),
      await sold(erin, OTHER, { title: "Other four", priceUSD: 2 }),
    ].map(({ id }) => id);
    const [one, two, three, four] = opened;
    const ids = async (query: string) => (await browse(reader, `${by}&${query}`)).items.map(({ id }) => id);
    expect(await ids("sort=newest")).toEqual([four, three, two, one]);
    expect(await ids("sort=price_asc")).toEqual([two, four, three, one]);
    expect(await ids("sort=price_desc")).toEqual([one, four, three, two]);
    expect(await ids("search=zEBRA")).toEqual([two, one]);
    expect(await ids("minPrice=1.5&maxPrice=2.5")).toEqual([four, three]);
    expect(await ids("condition=fair")).toEqual([one]);
    expect(await ids("paymentMethod=crypto")).toEqual([two]);
    expect(await ids(`limitedId=${HAT}`)).toEqual([two, one]);
    expect(await ids(`limitedId=${OTHER}&search=three`)).toEqual([three]);
    expect(await ids("limitedId=1")).toEqual([]);
    const rarities = await Promise.all(
      ["legendary", "epic", "rare", "common"].map((rarity) => ids(`rarity=${rarity}`)),
    );
    expect(rarities.flat().sort()).toEqual(opened.toSorted());
    for (const who of [reader, await collector()]) await who.get(`${SHOP}/${three}`, NEWEST);
    await reader.get(`${SHOP}/${one}`, NEWEST);
    expect(await ids("sort=popular")).toEqual([three, one, four, two]);
    for (const sort of ["newest", "price_asc", "price_desc", "popular", "deal"]) {
      const whole = await ids(`sort=${sort}`);
      const paged: number[] = [];
      for (let next: string | null = ""; next !== null; ) {
        const at: string = next === "" ? "" : `&next=${next}`;
        const page = await browse(reader, `${by}&sort=${sort}&limit=1${at}`);
        paged.push(...page.items.map(({ id }) => id));
        next = page.next;
      }
      expect([sort, paged]).toEqual([sort, whole]);
    }
    expect((await reader.get(`${SHOP}?next=nonsense`)).status).toBe(400);
  });

  it("are found by any part of their texts and item names, and never once over", async () => {
    const [seller, reader] = [await collector(HAT), await collector()];
    const listing = await sold(seller, HAT, { title: "Grünspan 100% ÄX_" });
    const { name } = listing.limited;
    const found = async (search: string, other = "") =>
      (await browse(reader, `?search=${encodeURIComponent(search)}${other}`)).items.some(
        ({ id }) => id === listing.id,
      );
    const joint = `x_ ${name.slice(0, 2)}`;
    for (const piece of ["grünSPAN", "0% Ä", "%", "x_", name.slice(1, 9).toUpperCase(), joint])
      expect([piece, await found(piece), await found(piece, "&sort=deal")]).toEqual([piece, true, true]);
    for (const other of ["grunspan", "100_", "span grün", "spangrün"])
      expect([other, await found(other)]).toEqual([other, false]);
    await change(seller, listing.id, { title: "Quartz 7", condition: "fair" });
    expect(await found("grünspan")).toBe(false);
    expect(await found("quartz", "&condition=fair")).toBe(true);
    expect(await found("quartz", "&condition=excellent")).toBe(false);
    const keys = () =>
      sites.one.db.query("select from read_models.listing_keys_1 where number = $1", [listing.id]);
    expect(await keys()).toHaveLength(1);
    await remove(seller, listing.id);
    expect(await found("quartz")).toBe(false);
    expect(await keys()).toHaveLength(0);
    const [compared] = await sites.one.service.deps.reads.rebuild(["listings"]);
    expect(compared?.rebuilt).toBe(compared?.live);
  });

  it("count one view a viewer and day, and none of the seller's", async () => {
    const [frank, reader, other] = [await collector(HAT), await collector(), await collector()];
    const { id } = await sold(frank, HAT);
    const look = (who: Visitor) => who.get(`${SHOP}/${id}`, NEWEST);
    for (const who of [frank, reader, reader, other]) await look(who);
    expect((await look(frank)).as(endpoints.shopListing)).toMatchObject({ views: 2, isOwn: true });
    clock.now += DAY_MS;
    await look(reader);
    expect((await look(frank)).as(endpoints.shopListing).views).toBe(3);
  });

  it("are featured and removed by admins, with a reason", async () => {
    const grace = await collector(HAT);
    // At the process that has not loaded the seller, whose stream the command writes to.
    const admin = await sites.two.player("admin");
    const { id } = await sold(grace, HAT);
    const put = (who: Visitor, body: object) => who.ask(`PUT /api/admin/shop/listings/${id}`, body);
    expect((await put(grace, { isFeatured: true, reason: "Mine." })).status).toBe(403);
    expect((await put(admin, { reason: "Nothing." })).status).toBe(400);
    const featured = await put(admin, { isFeatured: true, reason: "A rare one." });
    expect(featured.as(endpoints.adminListing).isFeatured).toBe(true);
    expect((await put(admin, { isActive: false, reason: "Against the rules." })).status).toBe(200);
    expect((await entries(grace)).find(({ assetId }) => assetId === HAT)?.inPlay).toBe(false);
    expect((await (await collector()).get(`${SHOP}/${id}`, NEWEST)).status).toBe(404);
  });

  it("are assigned to categories that admins make, and found by them", async () => {
    const admin = await sites.one.player("admin");
    const [gina, reader] = [await collector(HAT, HAT), await collector()];
    expect((await gina.post("/api/admin/shop/categories", { name: "Hats" })).status).toBe(403);
    const made = (await admin.post("/api/admin/shop/categories", { name: "Hats" })).as(endpoints.addCategory);
    const { id } = await sold(gina, HAT, { category: made.id });
    await sold(gina, HAT);
    expect((await browse(reader, `?category=${made.id}`)).items.map((one) => one.id)).toEqual([id]);
    const closed = await admin.ask(`PATCH /api/admin/shop/categories/${made.id}`, { isActive: false });
    expect(closed.as(endpoints.changeCategory)).toMatchObject({ name: "Hats", isActive: false });
    expect((await change(gina, id, { category: made.id })).code).toBe("unknown_category");
    expect((await change(gina, id, { category: 99 })).code).toBe("unknown_category");
    expect((await change(gina, id, { category: null })).as(endpoints.editListing).category).toBeNull();
  });

  it("are watched by each player separately", async () => {
    const [hugo, fan, other] = [await collector(HAT), await collector(), await collector()];
    const { id } = await sold(hugo, HAT);
    const watched = await fan.post("/api/shop/watchlist", { listingId: id });
    expect(watched.as(endpoints.watchListing).map((one) => one.id)).toEqual([id]);
    expect((await fan.post("/api/shop/watchlist", { listingId: 999_999 })).status).toBe(404);
    const unwatch = (who: Visitor) => who.ask("DELETE /api/shop/watchlist", { listingId: id });
    expect((await unwatch(other)).as(endpoints.unwatchListing)).toEqual([]);
    const list = async () => (await fan.get("/api/shop/watchlist", NEWEST)).as(endpoints.watchlist).length;
    expect(await list()).toBe(1);
    expect((await unwatch(fan)).as(endpoints.unwatchListing)).toEqual([]);
    await fan.post("/api/shop/watchlist", { listingId: id });
    await remove(hugo, id);
    expect(await list()).toBe(0);
  });

  it("are limited per player", () => {
    expect(ACTIVE_LISTINGS_MAX).toBe(50);
  });
});
