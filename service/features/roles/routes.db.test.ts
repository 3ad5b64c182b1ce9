import { beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { endpoints } from "#domain/features/contract.ts";
import { FRESH_SIGN_IN_MS } from "#service/http/access/access.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";

const ROLES = "/api/admin/roles";

describeEachEngine("roles", (engine) => {
  const site = siteOf(engine);
  let aliceId: string;

  const [admin, alice] = playersOf(site, "admin", "alice");
  beforeAll(async () => {
    aliceId = (await alice.user()).id;
  });

  const change = (method: string, body: object, by = admin) => by.ask(`${method} ${ROLES}`, body);
  const grant = async (role: string, by = admin) =>
    site.byTwo(await change("POST", { playerId: aliceId, role, reason: "Trusted" }, by));
  const revoke = (role: string, by = admin) =>
    change("DELETE", { playerId: aliceId, role, reason: "Left" }, by);
  const holders = async () => (await admin.get(ROLES)).as(endpoints.roles).items;

  it("are granted and revoked with immediate effect, and listed with admin and reason", async () => {
    expect((await alice.get(ROLES)).status).toBe(403);
    expect((await grant("admin")).status).toBe(200);
    expect((await alice.get(ROLES)).status).toBe(200);
    expect(await alice.user()).toMatchObject({ roles: ["admin"] });
    const given = {
      role: "admin",
      source: "grant",
      reason: "Trusted",
      grantedBy: (await admin.user()).id,
      confirmedBy: (await site.player("admin2").then((two) => two.user())).id,
    };
    const settings = { role: "admin", source: "settings", reason: null, grantedBy: null, grantedAt: null };
    const found = await holders();
    expect(found).toHaveLength(3);
    expect(found.find(({ player }) => player.id === aliceId)).toMatchObject(given);
    expect(found.find(({ player }) => player.username === "admin")).toMatchObject(settings);
    expect((await grant("admin")).code).toBe("role_held");
    expect((await revoke("admin")).status).toBe(200);
    expect((await alice.get(ROLES)).status).toBe(403);
    expect(await alice.user()).toMatchObject({ roles: [] });
    expect((await revoke("admin")).code).toBe("role_not_held");
  });

  it("cannot be granted to oneself, nor revoked if set by the configuration", async () => {
    const adminId = (await admin.user()).id;
    const own = { playerId: adminId, role: "moderator", reason: "Me" };
    const answer = await change("POST", own);
    expect([answer.status, answer.code]).toEqual([403, "own_role"]);
    await grant("admin");
    expect((await change("DELETE", { ...own, role: "admin" }, alice)).code).toBe("listed_admin");
    const suspended = await alice.post(`/api/admin/players/${adminId}/suspend`, { reason: "r" });
    expect(suspended.code).toBe("listed_admin");
    await revoke("admin");
  });

  it("require a fresh sign-in to be changed, and not to be viewed", async () => {
    site.clock.now += FRESH_SIGN_IN_MS;
    const before = await site.books();
    for (const answer of [
      await grant("moderator"),
      await revoke("moderator"),
      await admin.post(`/api/admin/players/${aliceId}/suspend`, { reason: "r" }),
      await admin.post(`/api/admin/players/${aliceId}/lift`, { reason: "r" }),
    ]) {
      expect([answer.status, answer.code]).toEqual([403, "fresh_sign_in_required"]);
    }
    expect(await site.books()).toEqual(before);
    expect((await admin.get(ROLES)).status).toBe(200);
    await admin.signIn("admin");
    expect((await grant("moderator")).status).toBe(200);
    expect((await revoke("moderator")).status).toBe(200);
  });

  it("require a fresh sign-in, dated by the platform", async () => {
    const isLetIn = async () => {
      const answer = await grant("moderator");
      if (answer.status === 200) expect((await revoke("moderator")).status).toBe(200);
      return answer.status === 200 || answer.code;
    };
    for (const [isFresh, signedInSecondsAgo, then] of [
      // A sign-in not requested as fresh does not count, whatever the platform says.
      [false, null, "fresh_sign_in_required"],
      [false, 0, "fresh_sign_in_required"],
      [true, null, true],
      [true, 60, true],
      [true, -30, true],
    ] as const) {
      site.sandbox.setFaults({ signedInSecondsAgo, signIns: 1 });
      await admin.signIn("admin", { isFresh });
      expect([isFresh, signedInSecondsAgo, await isLetIn()]).toEqual([isFresh, signedInSecondsAgo, then]);
      // It is still a valid session.
      expect((await admin.get(ROLES)).status).toBe(200);
    }
    site.sandbox.setFaults({ signedInSecondsAgo: 60, signIns: 1 });
    await admin.signIn("admin");
    site.clock.now += FRESH_SIGN_IN_MS - 60_001;
    expect(await isLetIn()).toBe(true);
    site.clock.now += 1;
    expect(await isLetIn()).toBe("fresh_sign_in_required");
    for (const signedInSecondsAgo of [3_600, -3_600]) {
      site.sandbox.setFaults({ signedInSecondsAgo, signIns: 1 });
      await expect(admin.signIn("admin")).rejects.toThrow("error=auth_failed");
    }
    await admin.signIn("admin");
    expect(await isLetIn()).toBe(true);
  });

  it("page without a gap", async () => {
    await grant("moderator");
    const bob = await site.player("bob");
    await change("POST", { playerId: (await bob.user()).id, role: "moderator", reason: "r" });
    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: z.output<(typeof endpoints.roles.answers)[200]> = (
        await admin.get(`${ROLES}?limit=1${next === "" ? "" : `&next=${next}`}`)
      ).as(endpoints.roles);
      seen.push(...page.items.map(({ player, role }) => `${role} ${player.username}`));
      next = page.next;
    }
    expect(seen.sort()).toEqual(["admin admin", "admin admin2", "moderator alice", "moderator bob"]);
    for (const forged of ["x", "admin.x", "owner.x.true", "%00"])
      expect((await admin.get(`${ROLES}?next=${forged}`)).code).toBe("invalid_cursor");
    await revoke("moderator");
  });

  it("have no effect while suspended, as bets and deposits are refused, and everything can still be viewed", async () => {
    await grant("admin");
    const { id } = await alice.user();
    expect((await admin.post(`/api/admin/players/${id}/suspend`, { reason: "Chargebacks" })).status).toBe(
      200,
    );
    expect((await alice.get(ROLES)).status).toBe(403);
    expect(await alice.user()).toMatchObject({
      roles: [],
      suspension: { reason: "Chargebacks", since: new Date(site.clock.now).toISOString() },
    });
    for (const [path, body] of [
      ["/api/games/coinflip", { betAmount: 1, betSide: "rbx" }],
      ["/api/live-coinflips", { betAmount: 1, betSide: "rbx" }],
      ["/api/deposits", { type: "rbx", amount: 5 }],
    ] as const) {
      const answer = await alice.post(path, body);
      expect([path, answer.status, answer.code]).toEqual([path, 403, "suspended"]);
      expect(answer.problem().detail).toContain("suspended");
    }
    for (const path of ["/api/games/history", "/api/ledger", "/api/deposits", "/api/social/notifications"])
      expect((await alice.get(path)).status).toBe(200);
    expect((await admin.post(`/api/admin/players/${id}/suspend`, { reason: "r" })).code).toBe(
      "suspended_already",
    );
    const lifted = await admin.post(`/api/admin/players/${id}/lift`, { reason: "Cleared" });
    expect((await site.byTwo(lifted)).status).toBe(200);
    expect((await alice.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" })).status).toBe(200);
    expect((await alice.get(ROLES)).status).toBe(200);
    expect((await alice.user()).suspension).toBeNull();
    const news = (await alice.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
    const ofRoles = news.filter(({ type }) => type !== "level");
    expect(ofRoles.slice(0, 3).map(({ title }) => title)).toEqual([
      "Suspension lifted",
      // The proposal to lift it went to every admin, and Alice is one again.
      "Needs a second admin",
      "Account suspended",
    ]);
    await revoke("admin");
  });

  it.each([
    {},
    { playerId: "p_x", role: "owner", reason: "r" },
    { playerId: "p_x", role: "admin" },
    { playerId: "p_x", role: "admin", reason: " " },
    { playerId: "p x", role: "admin", reason: "r" },
    { playerId: "p_x", role: "admin", reason: "r", by: "p_y" },
  ])("refuse %j", async (body) => {
    const before = await site.books();
    expect((await change("POST", body)).status).toBe(400);
    expect((await change("DELETE", body)).status).toBe(400);
    expect(await site.books()).toEqual(before);
  });

  it("are not found for an unknown player", async () => {
    const nobody = { playerId: "p_nobody", role: "admin", reason: "r" };
    expect((await change("POST", nobody)).status).toBe(404);
    expect((await admin.post("/api/admin/players/p_nobody/suspend", { reason: "r" })).status).toBe(404);
  });
});
