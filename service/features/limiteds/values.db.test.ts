import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { ValuedLimited } from "#domain/features/limiteds/contract.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { FRESH_SIGN_IN_MS } from "#service/http/access/access.ts";
import { SAMPLE_ASSET_MIN } from "#service/integrations/platform/sample/items.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { listCommand } from "./list-command.ts";

const HAT = SAMPLE_ASSET_MIN;
const TRADE_URL = "https://www.roblox.com/trades/1";
const VALUES = "/api/admin/limiteds";
const valuePath = (assetId: number | string): string => `${VALUES}/${assetId}/value`;

describeEachEngine("the values of items", (engine) => {
  const site = siteOf(engine);
  let admin: Visitor;
  let adminId: string;
  let alice: Visitor;
  let market: string;

  beforeAll(async () => {
    await addSampleData(site.service.deps);
    [admin, alice] = [await site.player("admin"), await site.player("alice")];
    adminId = (await admin.user()).id;
    market = (await hat()).market.value;
  });

  const send = (method: "PUT" | "DELETE", path: string, body: object, by = admin): Promise<Answer> =>
    by.ask(`${method} ${path}`, body);
  /** Most of these values are far from the market's, and so need two admins. */
  const put = async (value: unknown, by = admin) =>
    site.byTwo(await send("PUT", valuePath(HAT), { value, reason: "Bought sales" }, by));
  const lift = async (by = admin) =>
    site.byTwo(await send("DELETE", valuePath(HAT), { reason: "All calm" }, by));
  const newest = async () => ({ "Ledger-Min-Position": String((await site.books()).head.position) });
  const list = async (query = "") =>
    (await admin.get(`${VALUES}${query}`, await newest())).as(endpoints.limitedValues);
  const hat = async () => (await list(`?search=${HAT}`)).items[0] as ValuedLimited;
  const shown = async () =>
    (await alice.get("/api/limiteds", await newest()))
      .as(endpoints.limiteds)
      .find(({ robloxAssetId }) => robloxAssetId === HAT);
  const revalue = (value: string, valueAt: number) => {
    const source = "median_of_daily_prices" as const;
    const told = { assetId: HAT, name: "", description: "", assetType: 8, value, source, valueAt };
    return site.service.deps.writer.submit(listCommand(serviceOrigin(site.clock.now), [told]));
  };
  const nextInstant = () => {
    site.clock.now += 1_000;
    return new Date(site.clock.now).toISOString();
  };

  it("are listed page by page, found by name or number, and exported whole", async () => {
    const first = await list("?limit=25");
    const second = await list(`?limit=25&next=${first.next}`);
    expect([first.items.length, second.items.length, second.next]).toEqual([25, 15, null]);
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const [item] = first.items;
    expect(item).toMatchObject({ value: item?.market.value, override: null });
    const name = item?.name.slice(1, 6).trim().toUpperCase() ?? "";
    const found = (await list(`?search=${encodeURIComponent(name)}`)).items;
    expect(found.map(({ assetId }) => assetId)).toContain(item?.assetId);
    expect(found.every((one) => one.name.toUpperCase().includes(name))).toBe(true);
    expect((await list("?search=nothing%20of%20that%20name")).items).toEqual([]);
    expect((await list("?overridden=1")).items).toEqual([]);
    const csv = (await admin.get(`${VALUES}?export=csv`)).text.trim().split("\r\n");
    expect(csv[0]).toBe(
      "assetId,name,value,marketValue,marketSource,marketAt,overriddenBy,overriddenAt,reason",
    );
    expect(csv).toHaveLength(41);
  });

  it("are set by an admin, shown with admin, time and reason, and pushed to everybody", async () => {
    const at = nextInstant();
    const stream = await site.visitor().live();
    expect((await put(12.5)).status).toBe(200);
    const { position } = (await site.books()).head;
    const told = await stream.until("limiteds");
    expect(told).toContainEqual({ topic: "limiteds", position: Number(position) });
    await stream.close();
    const override = { reason: "Bought sales", by: adminId, at };
    expect(await hat()).toMatchObject({ value: "12.50", market: { value: market }, override });
    expect((await list("?overridden=1")).items.map(({ assetId }) => assetId)).toEqual([HAT]);
    expect(await shown()).toMatchObject({
      estimatedValue: "12.50",
      valueAt: at,
      valueSource: "override",
      rarity: "common",
    });
    const events = (await admin.get("/api/admin/events?stream=limiteds:catalogue&order=newest&limit=1")).as(
      endpoints.events,
    );
    expect(events.items[0]).toMatchObject({ type: "LimitedValueOverridden" });
  });

  it("stay as set while the market moves, and count for stakes", async () => {
    const before = await hat();
    await revalue("7700", Date.parse(before.market.at) + 1);
    expect(await hat()).toEqual({
      ...before,
      market: {
        value: "77.00",
        source: "median_of_daily_prices",
        at: new Date(Date.parse(before.market.at) + 1).toISOString(),
      },
    });
    const copy = { assetId: HAT, instance: "one", serial: 1, isOnHold: false };
    site.sandbox.inventories.set("alice", [copy]);
    (await alice.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
    const betItems = [{ limitedId: HAT, quantity: 1 }];
    const open = async () =>
      (await alice.post("/api/live-coinflips", { betSide: "rbx", betItems }, await newest())).as(
        endpoints.openCoinflip,
      );
    const opened = await open();
    expect(opened.totalValue).toBe("12.50");
    await alice.post(`/api/live-coinflips/${opened.id}/cancel`, {});
    expect((await lift()).status).toBe(200);
    expect((await open()).totalValue).toBe("77.00");
  });

  it("return to the market's newest once lifted", async () => {
    const { market: newestOfMarket, ...found } = await hat();
    expect(found).toMatchObject({ value: "77.00", override: null });
    expect(await shown()).toMatchObject({
      estimatedValue: "77.00",
      valueAt: newestOfMarket.at,
      valueSource: "median_of_daily_prices",
    });
    const again = await lift();
    expect([again.status, again.code]).toEqual([409, "not_overridden"]);
  });

  it("are the same whether a projection reads the log in one slice or event by event", async () => {
    await put(20);
    await put(30);
    await revalue("8800", Date.parse((await hat()).market.at) + 1);
    expect(await hat()).toMatchObject({ value: "30.00", market: { value: "88.00" } });
    for (const { live, rebuilt } of await site.service.deps.reads.rebuild(["limiteds"]))
      expect(rebuilt).toBe(live);
    await lift();
    expect(await hat()).toMatchObject({ value: "88.00", override: null });
    for (const { live, rebuilt } of await site.service.deps.reads.rebuild(["limiteds"]))
      expect(rebuilt).toBe(live);
  });

  it("count for deposits: one above an admin's limit needs a second admin", async () => {
    await put(20_000);
    const { id: itemId } = await hat();
    const wish = { type: "roblox_limited", itemId, quantity: 1, tradeUrl: TRADE_URL };
    const asked = (await alice.post("/api/deposits", wish)).as(endpoints.requestDeposit);
    const answer = await admin.post(`/api/admin/deposits/${asked.id}/approve`, { instances: ["two"] });
    expect(answer.as(endpoints.approveDeposit)).toMatchObject({ status: "pending", approvals: 1 });
    await lift();
  });

  describe("refuse", () => {
    const wrong: readonly (readonly [string, unknown, string])[] = [
      ["nothing", 0, "value_out_of_range"],
      ["less than the minimum", 0.99, "value_out_of_range"],
      ["more than the maximum", 100_000_000.01, "value_out_of_range"],
      ["less than nothing", -1, "invalid_request"],
      ["parts of a cent", 1.001, "invalid_request"],
      ["text", "5", "invalid_request"],
      ["null", null, "invalid_request"],
      ["a huge number", 1e21, "invalid_request"],
      ["a list", [5], "invalid_request"],
    ];
    it.each(wrong)("to be set to %s", async (_what, value, code) => {
      const before = await site.books();
      const answer = await put(value);
      expect([answer.status, answer.code]).toEqual([400, code]);
      expect(await site.books()).toEqual(before);
    });

    it("to be set twice to the same, for unknown items, or without a reason", async () => {
      expect((await put(5)).status).toBe(200);
      expect((await put(5)).code).toBe("override_unchanged");
      await lift();
      const before = await site.books();
      const body = { value: 5, reason: "Good" };
      for (const method of ["PUT", "DELETE"] as const) {
        const good = method === "PUT" ? body : { reason: "Good" };
        expect((await send(method, valuePath(4), good)).status).toBe(404);
        for (const id of ["0", "01", "-1", "1e3", "x", "9".repeat(16)])
          expect((await send(method, valuePath(id), good)).code).toBe("invalid_request");
        for (const reason of [" ", undefined, "x".repeat(1_001), "\u0000"])
          expect((await send(method, valuePath(HAT), { ...good, reason })).code).toBe("invalid_request");
        expect((await send(method, valuePath(HAT), { ...good, by: "p_other" })).code).toBe("invalid_request");
      }
      expect(await site.books()).toEqual(before);
    });

    it.each(["?overridden=0", "?search=%00", `?search=${"x".repeat(65)}`, "?next=p0", "?limit=201", "?x=1"])(
      "to be asked for with %s",
      async (query) => {
        expect((await admin.get(`${VALUES}${query}`)).status).toBe(400);
      },
    );

    it("to be set or lifted by others, or without a fresh sign-in", async () => {
      for (const answer of [await put(5, alice), await lift(alice)]) expect(answer.code).toBe("forbidden");
      site.clock.now += FRESH_SIGN_IN_MS;
      for (const answer of [await put(5), await lift()]) expect(answer.code).toBe("fresh_sign_in_required");
    });
  });
});
