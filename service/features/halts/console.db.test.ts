import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Verification } from "#domain/features/halts/contract.ts";
import { onEntries } from "#projections/testing/loose-entries.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import { Verifications } from "./verifications.ts";

const FLIP = { betAmount: 1, betSide: "rbx" };
const PATIENCE_MS = 30_000;

describeEachEngine("an admin's checks and halts", (engine) => {
  const site = siteOf(engine);
  const [admin, alice] = playersOf(site, "admin", "alice");
  beforeAll(async () => {
    await alice.post("/api/games/coinflip", FLIP);
  });

  const resume = async () =>
    site.byTwo(await admin.post("/api/admin/stakes/resume", { reason: "Understood" }));
  const start = (by = admin) => by.post("/api/admin/verification", {});
  const newest = async (): Promise<Verification | null> =>
    (await admin.get("/api/admin/verification")).as(endpoints.verification).newest;
  async function verified(): Promise<Verification> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = await newest();
      if (found?.finishedAt) return found;
      if (performance.now() > end) throw new Error("The verification does not end");
      await sleep(20);
    }
  }

  describe("a halt", () => {
    it("is an event with the admin as its actor; every stake is refused until it is lifted", async () => {
      const halt = await admin.post("/api/admin/stakes/halt", { reason: "A bug in the coin" });
      expect(halt.as(endpoints.haltStakes).halted).toBe(true);
      const refused = await alice.post("/api/games/coinflip", FLIP);
      expect([refused.status, refused.code]).toEqual([409, "stakes_halted"]);
      expect(refused.text).not.toContain("A bug");
      const now = (await admin.get("/api/admin/stakes")).as(endpoints.adminStakes);
      expect(now).toMatchObject({ halted: true, reason: "A bug in the coin" });
      const [event] = (await admin.get("/api/admin/events?type=StakesHalted")).as(endpoints.events).items;
      expect(event?.actor).toBe(`player:${(await admin.user()).id}`);
      const again = await admin.post("/api/admin/stakes/halt", { reason: "Another" });
      expect([again.status, again.code]).toEqual([409, "halted_already"]);
      await resume();
    });

    it("takes a fresh sign-in, a reason and an admin", async () => {
      const before = await site.books();
      expect((await alice.post("/api/admin/stakes/halt", { reason: "Mine" })).status).toBe(403);
      expect((await admin.post("/api/admin/stakes/halt", { reason: " " })).status).toBe(400);
      site.clock.now += 3_600_000;
      const stale = await admin.post("/api/admin/stakes/halt", { reason: "Late" });
      expect(stale.code).toBe("fresh_sign_in_required");
      expect(await site.books()).toEqual(before);
      await admin.signIn("admin");
    });
  });

  describe("a verification", () => {
    it("is refused while another runs", async () => {
      // A log this short is verified before a second request arrives, so the running one is stood in for.
      const running = vi.spyOn(Verifications.prototype, "start").mockReturnValueOnce(false);
      const refused = await start();
      expect([refused.status, refused.code]).toEqual([409, "verification_running"]);
      running.mockRestore();
      expect(await newest()).toBeNull();
    });

    it("runs in the background, and shows its result", async () => {
      expect(await newest()).toBeNull();
      expect((await start(alice)).status).toBe(403);
      expect((await start()).status).toBe(202);
      const found = await verified();
      const { position } = (await site.books()).head;
      const { id } = await admin.user();
      expect(found).toMatchObject({ by: id, outcome: "right", problem: null, position: Number(position) });
      expect(found.goal).toBe(found.position);
      expect((await start()).status).toBe(202);
      expect((await verified()).outcome).toBe("right");
    });

    /** Changes the house's holding after its newest entry. */
    const changeHouse = async (by: string): Promise<void> => {
      const statements = onEntries(
        `update loose_entries set balance_after = balance_after ${by} where (position, leg) = (
          select position, leg from entries where account = 'house' and asset = 'TIX'
          order by position desc, leg desc limit 1)`,
      );
      // The service's own role may not.
      const owner = (await engine.another(site.db)) ?? site.db;
      await owner.transaction(async (tx) => {
        for (const text of statements) await tx.query(text);
      });
    };

    it("that finds a fault names its position, and halts stakes as the nightly check does", async () => {
      await changeHouse("+ 1");
      await start();
      const found = await verified();
      expect(found.outcome).toBe("wrong");
      expect(found.problem).toMatch(/^The log is not right\. First bad position: \d+\./);
      expect((await alice.post("/api/games/coinflip", FLIP)).code).toBe("stakes_halted");
      const now = (await admin.get("/api/admin/stakes")).as(endpoints.adminStakes);
      expect(now.reason).toBe(found.problem);
      // A second one finds stakes halted already, and changes nothing.
      const before = await site.books();
      await start();
      expect((await verified()).outcome).toBe("wrong");
      expect(await site.books()).toEqual(before);
      await changeHouse("- 1");
    });
  });
});
