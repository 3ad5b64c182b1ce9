import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Notification } from "#domain/features/notifications/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, NEWEST } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const NOTICES = "/api/social/notifications";

describeEachEngine("a bank that falls below its floor", (engine) => {
  const adminPlatformIds = new Set([subOf("admin"), subOf("admin2")]);
  const site = siteOf(engine, { config: { adminPlatformIds, bankFunds: minor("100000.00") } });
  const notices = async (player: Visitor) =>
    (await player.get(NOTICES, NEWEST)).as(endpoints.notifications).filter(({ type }) => type === "system");

  it("notifies every admin once, however many bets are refused, and no player", async () => {
    const [alice, admin, admin2] = [
      await site.player("alice"),
      await site.player("admin"),
      await site.player("admin2"),
    ];
    const flip = () => alice.post("/api/games/coinflip", { betAmount: 1, betSide: "tix" });
    // The floor follows each win of the house up, so the first loss puts the bank below it.
    for (let version = 0; !(await flip()).as(endpoints.flip).won; version += 1) {
      const values = { bankFloor: 100_000 + version + 1 };
      const set = await admin.ask("PUT /api/admin/settings", { version, values, reason: "For the test" });
      set.as(endpoints.changeSettings);
    }
    for (let again = 0; again < 3; again += 1) expect((await flip()).code).toBe("bank_limit");
    // The raised floor also stopped the other bank, which had won nothing.
    const isOfTix = ({ title }: Notification) => title.startsWith("TIX");
    const [first, ...more] = (await notices(admin)).filter(isOfTix);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      title: "TIX stakes against the house have stopped",
      actionUrl: "/admin/settings",
      isRead: false,
    });
    expect(first?.message).toMatch(
      /^The bank holds 1?\d{5}\.03 TIX, less than its floor of 1\d{5}\.00\. Stakes resume once it holds that much\.$/,
    );
    await admin.post(`${NOTICES}/${first?.id}/read`, {});
    expect((await notices(admin)).filter(isOfTix)).toMatchObject([{ isRead: true }]);
    expect((await notices(admin2)).filter(isOfTix)).toMatchObject([{ isRead: false }]);
    expect(await notices(alice)).toEqual([]);
    expect((await alice.post(`${NOTICES}/${first?.id}/read`, {})).status).toBe(404);
    const limits = (await site.visitor().get("/api/games/limits")).as(endpoints.gameLimits);
    expect(limits.bank.TIX.largestStake).toBe("0.00");
  });

  it("notifies the admins too if its floor is raised above it", async () => {
    const raising = await createSite(engine);
    const admin = await raising.player("admin");
    const change = { version: 0, values: { bankFloor: 10_000_000.01 }, reason: "For the test" };
    const set = await admin.ask("PUT /api/admin/settings", change);
    expect(set.as(endpoints.changeSettings).version).toBe(1);
    expect((await notices(admin)).map(({ title, message }) => [title, message])).toEqual(
      ["TIX", "RBX"].map((currency) => [
        `${currency} stakes against the house have stopped`,
        `The bank holds 10000000.00 ${currency}, less than its floor of 10000000.01. Stakes resume once it holds that much.`,
      ]),
    );
    await raising.close();
  });
});
