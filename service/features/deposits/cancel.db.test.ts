import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Deposit } from "#domain/features/deposits/contract.ts";
import { CLAIM_MS } from "#domain/features/roles/review.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, NEWEST } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";

const DEPOSITS = "/api/deposits";
const QUEUE = "/api/admin/deposits";
const RACES = 12;

describeEachEngine("cancelling a deposit", (engine) => {
  const adminPlatformIds = new Set([subOf("admin"), subOf("admin2")]);
  const site = siteOf(engine, { config: { adminPlatformIds } });
  const [alice, admin] = playersOf(site, "alice", "admin");

  const requested = async (by = alice, amount = 20): Promise<Deposit> =>
    (await by.post(DEPOSITS, { type: "rbx", amount })).as(endpoints.requestDeposit);
  const cancel = (id: string, by = alice, headers: Record<string, string> = {}) =>
    by.post(`${DEPOSITS}/${id}/cancel`, {}, headers);
  const review = (id: string, what: string, body: object = {}) => admin.post(`${QUEUE}/${id}/${what}`, body);
  /** Lets claims expire, and signs the admin in afresh. */
  const claimsEnd = async () => {
    site.clock.now += CLAIM_MS;
    await admin.signIn("admin");
  };
  const own = async () => (await alice.get(DEPOSITS, NEWEST)).as(endpoints.deposits);
  const reviews = async (status: string) =>
    (await admin.get(`${QUEUE}?status=${status}`, NEWEST)).as(endpoints.reviewDeposits).items;

  it("answers with the deposit, takes it out of the queue, and shows it to admins as cancelled", async () => {
    const deposit = await requested();
    const before = await alice.user();
    const cancelled = (await cancel(deposit.id)).as(endpoints.cancelDeposit);
    expect(cancelled).toEqual({
      ...deposit,
      status: "cancelled",
      queuePosition: null,
      typicalWaitSeconds: null,
      updatedAt: new Date(site.clock.now).toISOString(),
    });
    expect((await own())[0]).toEqual(cancelled);
    expect((await alice.user()).rbxBalance).toBe(before.rbxBalance);
    expect(await reviews("pending")).toEqual([]);
    expect(await reviews("cancelled")).toMatchObject([{ id: deposit.id, approvals: 0, reviewedBy: null }]);
    const late = await review(deposit.id, "approve");
    expect([late.status, late.code]).toEqual([409, "already_reviewed"]);
  });

  it("happens once per key, and is refused under another", async () => {
    const { id } = await requested();
    const key = { "Idempotency-Key": "cancel-once" };
    const first = (await cancel(id, alice, key)).as(endpoints.cancelDeposit);
    expect((await cancel(id, alice, key)).as(endpoints.cancelDeposit)).toEqual(first);
    const again = await cancel(id);
    expect([again.status, again.code]).toEqual([409, "not_pending"]);
  });

  it("is for its player only: others, admins too, are told that there is no such deposit", async () => {
    const { id } = await requested();
    for (const other of [await site.player("bob"), admin])
      expect([(await cancel(id, other)).status, (await cancel(id, other)).code]).toEqual([
        404,
        "unknown_deposit",
      ]);
    expect((await cancel("dep_none")).status).toBe(404);
    expect((await cancel(id, site.visitor())).status).toBe(401);
    expect((await own())[0]).toMatchObject({ id, status: "pending" });
    await cancel(id);
  });

  it("is refused while an admin's claim lasts, and for good after a first approval", async () => {
    const claimed = await requested();
    await review(claimed.id, "claim");
    expect((await cancel(claimed.id)).code).toBe("in_review");
    await claimsEnd();
    expect((await cancel(claimed.id)).status).toBe(200);

    const large = await requested(alice, 20_000);
    await review(large.id, "approve");
    await claimsEnd();
    expect((await cancel(large.id)).code).toBe("in_review");
    await review(large.id, "reject", { note: "No trade came." });
  });

  it("and reviewing at once have one effect: a credited deposit is never cancelled", async () => {
    for (let race = 0; race < RACES; race += 1) {
      const { id } = await requested();
      const before = Number((await alice.user()).rbxBalance);
      const what = ["approve", "claim", "reject"][race % 3] as string;
      const act = () => review(id, what, what === "reject" ? { note: "No" } : {});
      const both = race % 2 === 0 ? [cancel(id), act()] : [act(), cancel(id)];
      const statuses = (await Promise.all(both)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 409]);
      const [found] = await own();
      const credited = Number((await alice.user()).rbxBalance) - before;
      expect(credited).toBe(found?.status === "completed" ? 20 : 0);
      if (found?.status === "pending") await review(id, "reject", { note: "Done" });
    }
  });

  it("twice at once cancels once", async () => {
    const { id } = await requested();
    const statuses = (await Promise.all([cancel(id), cancel(id)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it("is allowed to a suspended player, as it takes nothing from the house", async () => {
    const dave = await site.player("dave");
    const { id } = await requested(dave);
    const { id: playerId } = await dave.user();
    const suspended = await admin.post(`/api/admin/players/${playerId}/suspend`, { reason: "Checked." });
    expect(suspended.status).toBe(200);
    expect((await cancel(id, dave)).status).toBe(200);
    expect((await dave.post(DEPOSITS, { type: "rbx", amount: 5 })).code).toBe("suspended");
  });

  it("does not count as a review in the typical wait", async () => {
    for (let n = 0; n < 3; n += 1) await cancel((await requested()).id);
    const typical = async () => (await requested()).typicalWaitSeconds;
    const before = await typical();
    await claimsEnd();
    for (const { id } of await own()) await cancel(id);
    expect(await typical()).toBe(before);
  });

  it("leaves read models that a rebuild reproduces", async () => {
    const [compared] = await site.service.deps.reads.rebuild(["deposits"]);
    expect(compared?.rebuilt).toBe(compared?.live);
  });
});

describeEachEngine("deposits of items without an account to send them to", (engine) => {
  it("are refused, and the site says so to everybody", async () => {
    const site = await createSite(engine, {
      config: { depositAccount: null, supportContact: "help@a.example" },
    });
    try {
      const alice = await site.player("alice");
      const tradeUrl = "https://www.roblox.com/trades/1";
      const refused = await alice.post(DEPOSITS, { type: "roblox_limited", itemId: 1, tradeUrl });
      expect([refused.status, refused.code]).toEqual([409, "items_closed"]);
      expect(await site.db.query("select deposit_id from deposit_trades")).toEqual([]);
      expect((await alice.post(DEPOSITS, { type: "rbx", amount: 5 })).status).toBe(200);
      const contacts = (await site.visitor().get("/api/contacts")).as(endpoints.contacts);
      expect(contacts).toEqual({ support: "help@a.example", deposits: null });
    } finally {
      await site.close();
    }
  });
});
