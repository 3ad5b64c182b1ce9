import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Deposit } from "#domain/features/deposits/contract.ts";
import { OPEN_DEPOSITS_MAX } from "#domain/features/deposits/rules.ts";
import { CLAIM_MS } from "#domain/features/roles/review.ts";
import { FRESH_SIGN_IN_MS } from "#service/http/access/access.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const DEPOSITS = "/api/deposits";
const QUEUE = "/api/admin/deposits";
const TRADE = "https://www.roblox.com/trades/1";

describeEachEngine("deposits", (engine) => {
  const site = siteOf(engine);
  let item: { readonly id: number; readonly robloxAssetId: number };

  const [alice, admin, admin2] = playersOf(site, "alice", "admin", "admin2");
  beforeAll(async () => {
    await admin.post("/api/admin/seed-limiteds", {});
    const limiteds = (await alice.get("/api/limiteds", NEWEST)).as(endpoints.limiteds);
    item = limiteds.at(-1) as typeof item;
  });

  const requested = async (body: object, by = alice): Promise<Deposit> =>
    (await by.post(DEPOSITS, body)).as(endpoints.requestDeposit);
  const act = (by: Visitor, id: string, what: string, body: object = {}) =>
    by.post(`${QUEUE}/${id}/${what}`, body);
  /** Approves a deposit, with two admins if needed. */
  const credited = async (id: string, body: object = {}): Promise<void> => {
    const { status } = (await act(admin, id, "approve", body)).as(endpoints.approveDeposit);
    if (status === "pending") await act(admin2, id, "approve", body);
  };
  const own = async (by = alice) => (await by.get(DEPOSITS, NEWEST)).as(endpoints.deposits);
  const told = async (by = alice) =>
    (await by.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
  const inQueue = async (status: string, by = admin) =>
    (await by.get(`${QUEUE}?status=${status}`, NEWEST)).as(endpoints.reviewDeposits).items;

  it("of a currency is requested, claimed and credited, and notifies the player", async () => {
    const deposit = await requested({ type: "rbx", amount: 250 });
    expect(deposit).toMatchObject({
      type: "rbx",
      amount: "250.00",
      quantity: 1,
      itemId: null,
      tradeUrl: null,
      status: "pending",
      depositType: "trade",
      queuePosition: 1,
      limited: null,
    });
    const before = (await alice.user()).rbxBalance;
    expect((await act(admin, deposit.id, "claim")).as(endpoints.claimDeposit)).toMatchObject({
      until: new Date(site.clock.now + CLAIM_MS).toISOString(),
    });
    expect((await own())[0]).toEqual(deposit);
    expect(await inQueue("pending")).toMatchObject([
      { id: deposit.id, player: { username: "alice" }, claim: { by: { username: "admin" } }, approvals: 0 },
    ]);
    expect((await act(admin2, deposit.id, "approve")).code).toBe("claimed_by_other");
    const done = await act(admin, deposit.id, "approve", { note: "Thank you" });
    expect(done.as(endpoints.approveDeposit)).toEqual({ id: deposit.id, status: "completed", approvals: 1 });
    expect(Number((await alice.user()).rbxBalance) - Number(before)).toBe(250);
    expect((await own())[0]).toMatchObject({
      status: "completed",
      adminNotes: "Thank you",
      queuePosition: null,
      availableAt: new Date(site.clock.now).toISOString(),
    });
    const [news] = await told();
    expect(news).toMatchObject({ title: "Deposit completed", isRead: false, actionUrl: "/deposits" });
    expect((await alice.post(`/api/social/notifications/${news?.id}/read`, {})).status).toBe(200);
    expect((await alice.post(`/api/social/notifications/${news?.id}/read`, {})).status).toBe(200);
    expect((await told())[0]).toMatchObject({ isRead: true });
    expect((await admin.post(`/api/social/notifications/${news?.id}/read`, {})).status).toBe(404);
  });

  it("is pushed to its player, in the balance and in the notifications", async () => {
    const { id } = await requested({ type: "tix", amount: 5 });
    const stream = await alice.live();
    try {
      await act(admin, id, "approve");
      const topics = new Set<string>();
      while (!(topics.has("balance") && topics.has("deposits") && topics.has("notifications")))
        topics.add((await stream.next())?.topic ?? "");
    } finally {
      await stream.close();
    }
  });

  it("has one effect when two admins decide at once, whatever each decides", async () => {
    for (const whats of [
      ["approve", "approve"],
      ["approve", "reject"],
      ["reject", "reject"],
    ]) {
      const { id } = await requested({ type: "rbx", amount: 10 });
      const before = Number((await alice.user()).rbxBalance);
      const answers = await Promise.all(
        [admin, admin2].map((by, n) =>
          act(by, id, whats[n] as string, whats[n] === "reject" ? { note: "No" } : {}),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [found] = await own();
      const credited = Number((await alice.user()).rbxBalance) - before;
      expect(credited).toBe(found?.status === "completed" ? 10 : 0);
    }
  });

  it("is requested once per key, with its present state as the answer", async () => {
    const key = { "Idempotency-Key": "one" };
    const body = { type: "roblox_limited", itemId: item.id, tradeUrl: TRADE };
    const first = (await alice.post(DEPOSITS, body, key)).as(endpoints.requestDeposit);
    const again = (await alice.post(DEPOSITS, body, key)).as(endpoints.requestDeposit);
    expect(again).toEqual(first);
    const kept = await site.db.query("select deposit_id from deposit_trades");
    expect(kept).toEqual([{ deposit_id: first.id }]);
    await act(admin, first.id, "reject", { note: "Twice is once" });
    expect((await alice.post(DEPOSITS, body, key)).as(endpoints.requestDeposit)).toMatchObject({
      id: first.id,
      status: "rejected",
      adminNotes: "Twice is once",
      tradeUrl: TRADE,
    });
  });

  it("of items credits the copies that arrived, and keeps those that a sync had added", async () => {
    await alice.post("/api/sync-inventory", {});
    const owned = (await alice.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    const [mine] = owned;
    const limiteds = (await alice.get("/api/limiteds", NEWEST)).as(endpoints.limiteds);
    const itemId = limiteds.find(({ robloxAssetId }) => robloxAssetId === mine?.assetId)?.id;
    const [held] = await site.db.query<{ readonly asset: string }>(
      "select asset from holdings where account = $1 and amount = 1 and asset like $2 order by asset limit 1",
      [`player:${(await alice.user()).id}`, `item:${mine?.assetId}:%`],
    );
    const instance = (held?.asset ?? "").split(":")[2] ?? "";
    const deposit = await requested({ type: "roblox_limited", itemId, quantity: 2, tradeUrl: TRADE });
    expect(deposit).toMatchObject({ quantity: 2, tradeUrl: TRADE, limited: { name: mine?.itemName } });
    const wrong = await act(admin, deposit.id, "approve", { instances: [instance] });
    expect([wrong.status, wrong.code]).toEqual([400, "wrong_copies"]);
    const body = { instances: [instance, "new-copy"] };
    let done = (await act(admin, deposit.id, "approve", body)).as(endpoints.approveDeposit);
    if (done.status === "pending")
      done = (await act(admin2, deposit.id, "approve", body)).as(endpoints.approveDeposit);
    expect(done.status).toBe("completed");
    const sums = await site.db.query(
      "select asset, sum(amount)::int as n from holdings where asset like 'item:%' and account <> 'platform' group by asset",
    );
    expect(new Set(sums.map(({ n }) => n))).toEqual(new Set([1]));
    const quantity = async () =>
      (await alice.get("/api/user/limiteds", NEWEST))
        .as(endpoints.userLimiteds)
        .filter(({ assetId }) => assetId === mine?.assetId)
        .reduce((sum, entry) => sum + entry.quantity, 0);
    const had = owned.filter((o) => o.assetId === mine?.assetId).reduce((sum, e) => sum + e.quantity, 0);
    expect(await quantity()).toBe(had + 1);
    const again = await requested({ type: "roblox_limited", itemId, tradeUrl: TRADE });
    const refused = await act(admin, again.id, "approve", { instances: ["new-copy"] });
    expect(refused.problem()).toMatchObject({
      code: "copies_not_free",
      issues: [{ path: "instances", message: `item:${mine?.assetId}:new-copy` }],
    });
    await act(admin, again.id, "reject", { note: "Again" });
  });

  it("is approved only with a fresh sign-in, however little it is worth", async () => {
    const { id } = await requested({ type: "tix", amount: 1 });
    await admin.signIn("admin", { isFresh: false });
    const stale = await act(admin, id, "approve");
    expect([stale.status, stale.code]).toEqual([403, "fresh_sign_in_required"]);
    await admin.signIn("admin");
    site.clock.now += FRESH_SIGN_IN_MS;
    expect((await act(admin, id, "approve")).code).toBe("fresh_sign_in_required");
    await admin.signIn("admin");
    expect((await act(admin, id, "approve")).as(endpoints.approveDeposit)).toMatchObject({
      status: "completed",
    });
    await admin2.signIn("admin2");
  });

  it("of a large amount needs two admins, each with a fresh sign-in", async () => {
    const { id } = await requested({ type: "tix", amount: 10_000.01 });
    const before = (await alice.user()).tixBalance;
    const forTheSecond = "Odd account, but the trade is there";
    const first = await act(admin, id, "approve", { note: forTheSecond });
    expect(first.as(endpoints.approveDeposit)).toEqual({ id, status: "pending", approvals: 1 });
    expect((await inQueue("pending", admin2))[0]).toMatchObject({ adminNotes: forTheSecond });
    expect((await own())[0]).toMatchObject({ adminNotes: null });
    expect((await alice.user()).tixBalance).toBe(before);
    expect((await act(admin, id, "approve")).code).toBe("second_admin_needed");
    site.clock.now += FRESH_SIGN_IN_MS;
    const stale = await act(admin2, id, "approve");
    expect([stale.status, stale.code]).toEqual([403, "fresh_sign_in_required"]);
    expect((await act(admin2, id, "reverse", { reason: "x" })).code).toBe("fresh_sign_in_required");
    await admin2.signIn("admin2");
    expect((await act(admin2, id, "approve")).as(endpoints.approveDeposit)).toMatchObject({
      status: "completed",
      approvals: 2,
    });
    // The first admin's note is for the second, not for the player.
    expect((await own())[0]).toMatchObject({ status: "completed", adminNotes: null });
    expect((await inQueue("completed"))[0]).toMatchObject({
      firstApprovedBy: { username: "admin" },
      reviewedBy: { username: "admin2" },
      approvals: 2,
    });
    await admin.signIn("admin");
  });

  it("is never reviewed by its own player", async () => {
    const { id } = await requested({ type: "rbx", amount: 5 }, admin);
    for (const what of ["claim", "approve"]) expect((await act(admin, id, what)).code).toBe("own_deposit");
    expect((await act(admin, id, "reject", { note: "n" })).status).toBe(403);
    await act(admin2, id, "reject", { note: "Not this one" });
  });

  it("that is reversed leaves a debt, which blocks bets, is paid first, and is written off only by a second admin", async () => {
    const bob = await site.player("bob");
    const deposit = await requested({ type: "rbx", amount: 500 }, bob);
    await credited(deposit.id);
    // The whole balance goes into an open game.
    const all = Number((await bob.user()).rbxBalance);
    const opened = await bob.post("/api/live-coinflips", { betAmount: all, betSide: "rbx" });
    const ofHouse = async () =>
      (await bob.get("/api/ledger/trial-balance", NEWEST)).as(endpoints.trialBalance).assets[0]?.house;
    const housed = await ofHouse();
    const back = (await act(admin, deposit.id, "reverse", { reason: "Charged back" })).as(
      endpoints.reverseDeposit,
    );
    expect(back).toEqual({ id: deposit.id, status: "reversed", taken: "0.00", owed: "500.00" });
    // The house's set-aside amount does not count until the debt is settled.
    expect(await ofHouse()).toBe(housed);
    const flip = await bob.post("/api/games/coinflip", { betAmount: 1, betSide: "tix" });
    expect([flip.status, flip.code]).toEqual([409, "debt_open"]);
    expect((await own(bob))[0]).toMatchObject({
      status: "reversed",
      owed: "500.00",
      adminNotes: "Charged back",
    });
    const small = await requested({ type: "rbx", amount: 100 }, bob);
    await credited(small.id);
    expect(await bob.user()).toMatchObject({ rbxBalance: "0.00" });
    expect((await own(bob)).find(({ id }) => id === deposit.id)).toMatchObject({ owed: "400.00" });
    expect((await act(admin, deposit.id, "write-off", { reason: "r" })).code).toBe("second_admin_needed");
    // The stake returned by the game pays the rest.
    const { id } = opened.body as { readonly id: string };
    await bob.post(`/api/live-coinflips/${id}/cancel`, {});
    expect(Number((await bob.user()).rbxBalance)).toBe(all - 400);
    expect((await bob.post("/api/games/coinflip", { betAmount: 1, betSide: "tix" })).status).toBe(200);
    expect((await act(admin2, deposit.id, "write-off", { reason: "r" })).code).toBe("nothing_owed");
    const ofDeposits = (await told(bob)).filter(({ type }) => type !== "level");
    expect(ofDeposits.map(({ title }) => title)).toEqual([
      "Debt paid",
      "Debt paid",
      "Deposit completed",
      "Deposit taken back",
      "Deposit completed",
    ]);
    const balance = (await bob.get("/api/ledger/trial-balance", NEWEST)).as(endpoints.trialBalance);
    for (const { sum } of balance.assets) expect(sum).toBe("0.00");
  });

  it("of items that is reversed takes free copies, or names those that are not", async () => {
    const carol = await site.player("carol");
    const deposit = await requested({ type: "roblox_limited", itemId: item.id, tradeUrl: TRADE }, carol);
    await credited(deposit.id, { instances: ["carols"] });
    const betItems = [{ limitedId: item.robloxAssetId, quantity: 1 }];
    const opened = await carol.post("/api/live-coinflips", { betItems, betSide: "rbx" });
    expect(opened.status).toBe(200);
    const refused = await act(admin, deposit.id, "reverse", { reason: "r" });
    expect(refused.problem()).toMatchObject({
      status: 409,
      code: "copies_not_free",
      issues: [{ message: `item:${item.robloxAssetId}:carols` }],
    });
    await carol.post(`/api/live-coinflips/${(opened.body as { id: string }).id}/cancel`, {});
    expect((await act(admin, deposit.id, "reverse", { reason: "r" })).status).toBe(200);
    expect((await carol.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds)).toEqual([]);
  });

  it(`waits with at most ${OPEN_DEPOSITS_MAX - 1} others, and pages without a gap`, async () => {
    const dave = await site.player("dave");
    const ids: string[] = [];
    for (let n = 0; n < OPEN_DEPOSITS_MAX; n += 1)
      ids.push((await requested({ type: "rbx", amount: 1 + n }, dave)).id);
    expect((await dave.post(DEPOSITS, { type: "rbx", amount: 1 })).code).toBe("too_many_open");
    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const at: string = next === "" ? "" : `&next=${next}`;
      const page = (await admin.get(`${QUEUE}?status=pending&limit=3${at}`, NEWEST)).as(
        endpoints.reviewDeposits,
      );
      seen.push(...page.items.map(({ id }) => id));
      next = page.next;
    }
    expect(seen).toEqual(ids);
    expect((await own(dave)).map(({ queuePosition }) => queuePosition)).toEqual(ids.map((_, n) => 10 - n));
    expect((await own(dave))[0]?.typicalWaitSeconds).toBeGreaterThanOrEqual(0);
    const two = (await dave.get(`${DEPOSITS}?limit=2`)).as(endpoints.deposits);
    const rest = (await dave.get(`${DEPOSITS}?before=${two[1]?.position}`)).as(endpoints.deposits);
    expect([...two, ...rest].map(({ id }) => id)).toEqual(ids.toReversed());
    for (const id of ids) await act(admin, id, "reject", { note: "Enough" });
  });

  it("logs each access of admins to it", async () => {
    const erin = await site.player("erin");
    const { userId, id } = await requested({ type: "rbx", amount: 3 }, erin);
    await inQueue("pending", admin2);
    const { items } = (await admin.get(`/api/admin/reads?player=${userId}`)).as(endpoints.adminReads);
    expect(items).toMatchObject([
      { actor: { username: "admin2" }, subject: { username: "erin" }, what: "/admin/deposits" },
    ]);
    await expect(site.db.query("delete from admin_reads")).rejects.toThrow();
    await expect(site.db.query("update admin_reads set what = ''")).rejects.toThrow();
    await act(admin, id, "reject", { note: "Seen" });
  });

  it("leaves read models that the log reproduces", async () => {
    const names = ["deposits", "notifications", "standings"];
    const compared = await site.service.deps.reads.rebuild(names);
    expect(compared.map(({ name }) => name).sort()).toEqual(names);
    for (const { live, rebuilt } of compared) expect(rebuilt).toBe(live);
  });

  describe("with unusual requests", () => {
    const limited = () => ({ type: "roblox_limited", itemId: item.id, tradeUrl: TRADE });
    const wrong: readonly (readonly [string, () => object, string])[] = [
      ["nothing", () => ({}), "type"],
      ["another type", () => ({ type: "gold", amount: 1 }), "type"],
      ["no amount", () => ({ type: "rbx" }), "Please enter an amount"],
      ["no amount of TIX", () => ({ type: "tix", amount: null }), "Please enter an amount"],
      ["an amount below 1", () => ({ type: "rbx", amount: 0.99 }), "amount"],
      ["an amount of 0", () => ({ type: "rbx", amount: 0 }), "amount"],
      ["a negative amount", () => ({ type: "rbx", amount: -5 }), "amount"],
      ["too large an amount", () => ({ type: "rbx", amount: 1_000_000.01 }), "amount"],
      ["three decimals", () => ({ type: "rbx", amount: 1.001 }), "amount"],
      ["an amount as text", () => ({ type: "rbx", amount: "5" }), "amount"],
      ["two of a currency", () => ({ type: "rbx", amount: 5, quantity: 2 }), "quantity"],
      ["no item", () => ({ type: "roblox_limited", tradeUrl: TRADE }), "Please select a limited item"],
      ["an unknown item", () => ({ ...limited(), itemId: 999_999 }), "catalogue"],
      ["quantity 0", () => ({ ...limited(), quantity: 0 }), "quantity"],
      ["quantity 101", () => ({ ...limited(), quantity: 101 }), "quantity"],
      ["quantity 10^9", () => ({ ...limited(), quantity: 10 ** 9 }), "quantity"],
      ["half a copy", () => ({ ...limited(), quantity: 0.5 }), "quantity"],
      ["one field more", () => ({ ...limited(), status: "completed" }), "status"],
      ...[
        undefined,
        "",
        "trade",
        "javascript:alert(1)",
        "data:text/html,x",
        "http://www.roblox.com/trades/1",
        "https://evil.example/",
        "https://roblox.com.evil.example/",
        "https://www.roblox.com@evil.example/",
        `https://www.roblox.com/${"x".repeat(600)}`,
        5,
      ].map(
        (tradeUrl) =>
          [
            `a trade at ${String(tradeUrl).slice(0, 40)}`,
            () => ({ ...limited(), tradeUrl }),
            "Valid trade URL required",
          ] as const,
      ),
    ];

    it.each(wrong)("are refused: %s", async (_what, body, says) => {
      const before = await site.books();
      const kept = await site.db.query("select count(*) as n from deposit_trades");
      const answer = await alice.post(DEPOSITS, body());
      expect(answer.status).toBe(400);
      const { detail, issues } = answer.problem();
      // The message, or the field at fault.
      expect([detail, ...(issues ?? []).map(({ path }) => path)].join(" ")).toContain(says);
      expect(detail).not.toMatch(/^tradeUrl: Valid/);
      expect(await site.books()).toEqual(before);
      expect(await site.db.query("select count(*) as n from deposit_trades")).toEqual(kept);
    });

    it("are accepted with a trade at the sandbox of the platform", async () => {
      const tradeUrl = "http://localhost:3001/trades/1";
      const { id } = await requested({ ...limited(), tradeUrl });
      await act(admin, id, "reject", { note: "ok" });
    });
  });

  it("stores texts unchanged, and refuses those that cannot be stored", async () => {
    const { id } = await requested({ type: "rbx", amount: 2 });
    const wrong = ["", "   ", "x".repeat(1_001), "a\u0000b", "\ud800", 5, null, ["x"]];
    for (const note of wrong) expect((await act(admin, id, "reject", { note } as object)).status).toBe(400);
    const long = await act(admin, id, "reject", { note: "x".repeat(10 * 1024 * 1024) });
    expect([long.status, long.code]).toEqual([413, "body_too_large"]);
    const note = `<img src=x onerror=alert(1)> '; drop table events; -- =HYPERLINK("x") 🎲`;
    expect((await act(admin, id, "reject", { note })).status).toBe(200);
    expect((await own())[0]).toMatchObject({ adminNotes: note });
    for (const instance of ["a b", "", "x".repeat(65), "1:2", "'"])
      expect((await act(admin, id, "approve", { instances: [instance] })).status).toBe(400);
    expect((await act(admin, "nothing", "claim")).status).toBe(404);
    expect((await act(admin, "a%00b", "claim")).status).toBe(400);
    expect((await admin.get(`${QUEUE}?status=open`)).status).toBe(400);
    expect((await admin.get(`${QUEUE}?next=p0`)).code).toBe("invalid_cursor");
  });
});
