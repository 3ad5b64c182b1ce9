import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { Answer } from "./answer.ts";
import { NEWEST } from "./site.ts";
import { playersOf, siteOf } from "./sites.ts";

const TRADE = "https://www.roblox.com/trades/1";

/** Ways in which one admin alone could once bring money or items into being: each of these worked. */
describeEachEngine("an admin acting alone against the rules", (engine) => {
  const site = siteOf(engine);

  const [thief, mate] = playersOf(site, "admin", "mate");
  beforeAll(async () => {
    await thief.post("/api/admin/seed-limiteds", {});
  });

  const send = (method: string, path: string, body: object, by = thief): Promise<Answer> =>
    by.ask(`${method} ${path}`, body);
  const set = async (values: object): Promise<Answer> => {
    const { version } = (await thief.get("/api/admin/settings")).as(endpoints.settings);
    return send("PUT", "/api/admin/settings", { version, values, reason: "A busy day" });
  };
  const ask = async (body: object, by = mate): Promise<string> =>
    (await by.post("/api/deposits", body)).as(endpoints.requestDeposit).id;
  const approve = (id: string, by = thief, body: object = {}): Promise<Answer> =>
    by.post(`/api/admin/deposits/${id}/approve`, body);
  const statusOf = (answer: Answer): unknown =>
    answer.status === 200 ? (answer.body as { status: string }).status : answer.code;
  const balance = async (): Promise<string> => (await mate.user()).rbxBalance;
  /** All credits of a player, in RBX and copies. */
  const loot = async () => [
    await balance(),
    (await mate.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds).length,
  ];

  it("raises the threshold, approves 999,999.99 and sets it back: gets nothing", async () => {
    const before = await loot();
    const raised = await set({ secondApprovalAbove: 1_000_000 });
    expect([raised.status, (raised.body as { proposal: { status: string } }).proposal.status]).toEqual([
      202,
      "proposed",
    ]);
    const id = await ask({ type: "rbx", amount: 999_999.99 });
    expect(statusOf(await approve(id))).toBe("pending");
    expect((await approve(id)).code).toBe("second_admin_needed");
    const proposal = (raised.body as { proposal: { id: string } }).proposal.id;
    const confirmed = await thief.post(`/api/admin/proposals/${proposal}/confirm`, {});
    expect(confirmed.code).toBe("second_admin_needed");
    expect(await loot()).toEqual(before);
    await thief.post(`/api/admin/deposits/${id}/reject`, { note: "Done" });
  });

  it("makes an account of their own an admin for the second approval, and takes the role off: gets nothing", async () => {
    const before = await loot();
    const puppet = await site.player("puppet");
    const playerId = (await puppet.user()).id;
    const granted = await thief.post("/api/admin/roles", { playerId, role: "admin", reason: "Help" });
    expect(granted.status).toBe(202);
    const id = await ask({ type: "rbx", amount: 500_000 });
    expect(statusOf(await approve(id))).toBe("pending");
    expect((await approve(id, puppet)).status).toBe(403);
    // Even if another admin was talked into confirming the grant, at once and a day later.
    expect((await site.byTwo(granted)).status).toBe(200);
    expect((await approve(id, puppet)).code).toBe("granted_by_first");
    site.clock.now += 25 * 3_600_000;
    await puppet.signIn("puppet");
    expect((await approve(id, puppet)).code).toBe("granted_by_first");
    await thief.signIn("admin");
    expect(
      (await send("DELETE", "/api/admin/roles", { playerId, role: "admin", reason: "Bye" })).status,
    ).toBe(200);
    expect(await loot()).toEqual(before);
    await thief.post(`/api/admin/deposits/${id}/reject`, { note: "Done" });
  });

  it("lets an account of their own begin, and is the second one: gets nothing", async () => {
    const before = await loot();
    const puppet = await site.player("puppet2");
    const playerId = (await puppet.user()).id;
    const granted = await thief.post("/api/admin/roles", { playerId, role: "admin", reason: "Help" });
    expect((await site.byTwo(granted)).status).toBe(200);
    for (const hours of [0, 25]) {
      site.clock.now += hours * 3_600_000;
      await puppet.signIn("puppet2");
      await thief.signIn("admin");
      const { version } = (await puppet.get("/api/admin/settings")).as(endpoints.settings);
      const values = { secondApprovalAbove: 1_000_000 };
      const raised = await send(
        "PUT",
        "/api/admin/settings",
        { version, values, reason: "A busy day" },
        puppet,
      );
      const proposal = (raised.body as { proposal: { id: string } }).proposal.id;
      const confirmed = await thief.post(`/api/admin/proposals/${proposal}/confirm`, {});
      expect(confirmed.code).toBe("granted_by_second");
      await puppet.post(`/api/admin/proposals/${proposal}/withdraw`, {});
      const id = await ask({ type: "rbx", amount: 500_000 });
      expect(statusOf(await approve(id, puppet))).toBe("pending");
      expect(statusOf(await approve(id))).toBe("pending");
      expect((await approve(id, puppet)).code).toBe("granted_by_first");
      await thief.post(`/api/admin/deposits/${id}/reject`, { note: "Done" });
    }
    expect(await loot()).toEqual(before);
  });

  it("sets an item's value to 1.00, approves invented copies and lifts the value: gets nothing", async () => {
    const before = await loot();
    const [item] = (await thief.get("/api/limiteds?limit=1")).as(endpoints.limiteds);
    const { id: itemId, robloxAssetId } = item as { id: number; robloxAssetId: number };
    const value = `/api/admin/limiteds/${robloxAssetId}/value`;
    expect((await send("PUT", value, { value: 1, reason: "A wrong price" })).status).toBe(202);
    const id = await ask({ type: "roblox_limited", itemId, quantity: 3, tradeUrl: TRADE });
    const instances = ["one", "two", "three"];
    expect(statusOf(await approve(id, thief, { instances }))).toBe("pending");
    expect((await approve(id, thief, { instances })).code).toBe("second_admin_needed");
    expect((await send("DELETE", value, { reason: "Right again" })).code).toBe("not_overridden");
    // For a nearly worthless item it takes two as well, if the platform never showed the copies.
    const cheap = (await thief.get("/api/limiteds")).as(endpoints.limiteds).at(-1) as { id: number };
    const small = await ask({ type: "roblox_limited", itemId: cheap.id, tradeUrl: TRADE });
    expect(statusOf(await approve(small, thief, { instances: ["invented"] }))).toBe("pending");
    expect(await loot()).toEqual(before);
  });

  it("splits 120,000.00 into twelve deposits: gets no more than the threshold in a day", async () => {
    const before = Number(await balance());
    for (let n = 0; n < 12; n += 1) {
      const id = await ask({ type: "rbx", amount: 10_000 });
      const outcome = statusOf(await approve(id));
      expect(outcome).toBe(n === 0 ? "completed" : "pending");
      if (outcome === "pending") await thief.post(`/api/admin/deposits/${id}/reject`, { note: "Later" });
    }
    expect(Number(await balance())).toBe(before + 10_000);
    // Not through other players either.
    const other = await site.player("other");
    expect(statusOf(await approve(await ask({ type: "rbx", amount: 1 }, other)))).toBe("pending");
  });

  it("sends two approvals at once: one of them is alone within the threshold", async () => {
    site.clock.now += 25 * 3_600_000;
    await thief.signIn("admin");
    const others = [await site.player("one"), await site.player("two")];
    const ids = await Promise.all(others.map((by) => ask({ type: "tix", amount: 6_000 }, by)));
    const outcomes = await Promise.all(ids.map((id) => approve(id)));
    expect(outcomes.map(statusOf).sort()).toEqual(["completed", "pending"]);
  });
});
