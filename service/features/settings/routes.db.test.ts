import { describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { SettingsAnswer } from "#domain/features/settings/contract.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import { FRESH_SIGN_IN_MS } from "#service/http/access/access.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";

const SETTINGS = "/api/admin/settings";

describeEachEngine("settings over HTTP", (engine) => {
  const site = siteOf(engine);

  const [admin, alice] = playersOf(site, "admin", "alice");

  const now = async (): Promise<SettingsAnswer> => (await admin.get(SETTINGS)).as(endpoints.settings);
  const put = (body: object, by = admin): Promise<Answer> => by.ask(`PUT ${SETTINGS}`, body);
  const change = async (values: object): Promise<number> => {
    const { version } = await now();
    return (await put({ version, values, reason: "For the test" })).as(endpoints.changeSettings).version;
  };
  const itemOf = async (name: string) => (await now()).items.find((item) => item.name === name);
  const flip = (betAmount: number) => alice.post("/api/games/coinflip", { betAmount, betSide: "rbx" });

  it("are shown with bounds and defaults, and once set with admin and reason", async () => {
    const before = await now();
    expect(before.version).toBe(0);
    expect(
      before.items
        .slice(0, 8)
        .map(({ name, value, isDefault, changed }) => [name, value, isDefault, changed]),
    ).toEqual([
      ["stakeMax", "100000.00", true, null],
      ["experienceDayMax", 1_000, true, null],
      ["coinflipOpenHours", 24, true, null],
      ["secondApprovalAbove", "10000.00", true, null],
      ["roleHours", 24, true, null],
      ["bankRisk", 100, true, null],
      ["bankFloor", "100000.00", true, null],
      ["creatorHousePart", 0, true, null],
    ]);
    expect(await change({ stakeMax: 50, experienceDayMax: 20 })).toBe(1);
    const { id } = await admin.user();
    const after = await now();
    expect(after.version).toBe(1);
    expect(after.items[0]).toMatchObject({
      value: "50.00",
      isDefault: false,
      default: "100000.00",
      least: "1.00",
      most: "100000.00",
      changed: { by: id, reason: "For the test" },
    });
    expect(after.items[1]).toMatchObject({ value: 20, isDefault: false });
    expect(after.items[2]).toMatchObject({ isDefault: true, changed: null });
    const csv = await admin.send({ method: "GET", path: SETTINGS, headers: { Accept: "text/csv" } });
    const [head, first, ...others] = csv.text.split("\r\n");
    expect(csv.headers.get("Content-Disposition")).toBe('attachment; filename="settings.csv"');
    expect(head).toBe(
      "name,what,unit,value,default,isDefault,least,most,weakenedBy,changedAt,changedBy,reason",
    );
    expect(first).toContain("money,50.00,100000.00,false,1.00,100000.00,");
    expect(first).toContain(`,${id},For the test`);
    expect(others).toHaveLength(after.items.length);
    const events = (await admin.get("/api/admin/events?stream=settings:house")).as(endpoints.events);
    expect(JSON.parse(events.items[0]?.payload ?? "")).toEqual({
      by: id,
      reason: "For the test",
      values: { experienceDayMax: "20", stakeMax: "5000" },
      confirmedBy: null,
    });
  });

  it("apply from the next decision on", async () => {
    await change({ stakeMax: 20 });
    expect((await flip(20.01)).problem().detail).toBe("A stake is 1.00 to 20.00.");
    expect((await flip(20)).status).toBe(200);
    const open = async () =>
      (await alice.post("/api/live-coinflips", { betAmount: 1, betSide: "rbx" })).as(endpoints.openCoinflip);
    await change({ coinflipOpenHours: 3 });
    expect(Date.parse((await open()).expiresAt)).toBe(site.clock.now + 3 * HOUR_MS);
    await change({ stakeMax: null, coinflipOpenHours: null });
    expect(Date.parse((await open()).expiresAt)).toBe(site.clock.now + 24 * HOUR_MS);
    expect((await flip(20.01)).status).toBe(200);
    expect(await itemOf("stakeMax")).toMatchObject({ value: "100000.00", isDefault: true });
    await change({ experienceDayMax: 0 });
    const { experience } = await alice.user();
    expect((await flip(1)).status).toBe(200);
    expect((await alice.user()).experience).toBe(experience);
    await change({ secondApprovalAbove: 5 });
    const { id } = (await alice.post("/api/deposits", { type: "rbx", amount: 6 })).as(
      endpoints.requestDeposit,
    );
    const approved = await admin.post(`/api/admin/deposits/${id}/approve`, {});
    expect(approved.as(endpoints.approveDeposit)).toMatchObject({ status: "pending", approvals: 1 });
  });

  it("are not changed over another admin's change", async () => {
    const { version } = await now();
    const admin2 = await site.player("admin2");
    const both = await Promise.all(
      [admin, admin2].map((by, n) => put({ version, values: { stakeMax: 30 + n }, reason: "At once" }, by)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await now()).version).toBe(version + 1);
  });

  it("are the same after their read model is rebuilt", async () => {
    const compared = await site.service.deps.reads.rebuild(["admin-settings", "issuance"]);
    for (const { live, rebuilt } of compared) expect(rebuilt).toBe(live);
  });

  describe("refuse", () => {
    const wrong: readonly (readonly [string, object, string])[] = [
      ["an unknown setting", { houseEdge: 1 }, "invalid_request"],
      ["a prototype", { constructor: 1 }, "invalid_request"],
      ["nothing", {}, "invalid_request"],
      ["a stake of nothing", { stakeMax: 0 }, "setting_out_of_range"],
      ["too high a stake", { stakeMax: 100_000.01 }, "setting_out_of_range"],
      ["a negative amount", { stakeMax: -1 }, "invalid_request"],
      ["three decimals", { stakeMax: 1.001 }, "invalid_request"],
      ["an amount as text", { stakeMax: "5" }, "invalid_request"],
      ["half an hour", { coinflipOpenHours: 0.5 }, "invalid_request"],
      ["no time at all", { coinflipOpenHours: 0 }, "setting_out_of_range"],
      ["more than a month", { coinflipOpenHours: 721 }, "setting_out_of_range"],
      ["endless experience", { experienceDayMax: 1e21 }, "invalid_request"],
      ["too much experience", { experienceDayMax: 10_001 }, "setting_out_of_range"],
    ];

    it.each(wrong)("to be set to %s", async (_what, values, code) => {
      const { version } = await now();
      const before = await site.books();
      const answer = await put({ version, values, reason: "Wrong" });
      expect([answer.status, answer.code]).toEqual([400, code]);
      expect(await site.books()).toEqual(before);
    });

    it("to be changed without a reason, by others, or without a fresh sign-in", async () => {
      const { version } = await now();
      const good = { version, values: { stakeMax: 40 }, reason: "Good" };
      expect((await put({ ...good, reason: " " })).code).toBe("invalid_request");
      expect((await put({ ...good, version: undefined })).code).toBe("invalid_request");
      expect((await put(good, alice)).code).toBe("forbidden");
      site.clock.now += FRESH_SIGN_IN_MS;
      expect((await put(good)).code).toBe("fresh_sign_in_required");
      expect((await now()).version).toBe(version);
    });
  });
});
