import { expect, it } from "vitest";
import { type Copy, copyOf } from "#domain/accounts/item.ts";
import { endpoints } from "#domain/features/contract.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { PATIENCE_MS } from "#projections/testing/runtime.ts";
import { custodyMetrics } from "#service/features/withdrawals/custody-sightings.ts";
import { hearOfWithdrawals } from "#service/features/withdrawals/hear.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { HAT, useShop } from "#service/lab/testing/shop.ts";
import { createSite, NEWEST } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

/** The account at the platform that keeps items in custody. */
const VAULT = "newbie";
/** How long to wait for something that cannot come, in milliseconds. */
const HOPELESS_MS = 100;

describeEachEngine("withdrawals of items", (engine) => {
  const shop = useShop(engine);
  const { clock, deposited, listed, bought, pay } = shop;

  const ask = (by: Visitor, userLimitedId: number | undefined, headers: HeadersInit = {}) =>
    by.post("/api/items/withdrawals", { userLimitedId }, headers);
  const own = (by: Visitor, id: string, what: string) => by.post(`/api/items/withdrawals/${id}/${what}`, {});
  const act = async (who: string, id: string, what: string, body: object = {}) =>
    (await shop.site.player(who)).post(`/api/admin/withdrawals/${id}/${what}`, body);
  const queue = async (status: string) =>
    (await (await shop.site.player("admin")).get(`/api/admin/withdrawals?status=${status}`, NEWEST)).as(
      endpoints.reviewWithdrawals,
    ).items;
  const seen = async (by: Visitor, id: string) => {
    const all = (await by.get("/api/items/withdrawals", NEWEST)).as(endpoints.withdrawals);
    return all.find((one) => one.id === id);
  };
  const itemsOf = async (by: Visitor) =>
    (await by.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
  const sync = (by: Visitor) => by.post("/api/sync-inventory", {});
  const trade = (instance: string, from: string, to: string) =>
    expect(shop.site.sandbox.inventories.trade(instance, from, to)).toBe(true);
  const holderOf = async (instance: string) =>
    (
      await shop.site.db.query<{ account: string }>(
        "select account from holdings where asset like $1 and amount = 1",
        [`item:%:${instance}`],
      )
    ).map(({ account }) => account);
  /** A player with a hat in custody, which is at the vault. */
  const inVault = async () => {
    const { seller: player, entry, instance, name } = await deposited();
    trade(instance, name, VAULT);
    return { player, entry, instance, name };
  };
  /** Approves with two admins, as the hat's value requires. */
  const approve = async (id: string) => {
    const answers = [await act("admin", id, "approve"), await act("admin2", id, "approve")];
    const statuses = answers.map((answer) => answer.as(endpoints.approveWithdrawal).status);
    expect(statuses).toEqual(["pending", "approved"]);
  };
  /** A withdrawal that is requested, approved and announced. */
  const sending = async () => {
    const one = await inVault();
    const { id } = (await ask(one.player, one.entry?.id)).as(endpoints.requestWithdrawal);
    await approve(id);
    const sent = (await act("admin", id, "send")).as(endpoints.sendWithdrawal);
    clock.now += MINUTE_MS;
    return { ...one, id, sent };
  };
  const settle = async (id: string, what: "complete" | "return") => {
    const proposed = await act("admin", id, what, { reason: "Looked at the vault." });
    if (proposed.status !== 202) return proposed.code;
    const { proposal } = endpoints.returnWithdrawal.answers[202].parse(proposed.body);
    const second = await shop.site.player("admin2");
    return (await second.post(`/api/admin/proposals/${proposal.id}/confirm`, {})).status;
  };

  it("hold the item, are reviewed and announced, and are done once a sync finds it with its owner", async () => {
    const { player, entry, instance, name } = await inVault();
    const key = { "Idempotency-Key": "the-hat" };
    const withdrawal = (await ask(player, entry?.id, key)).as(endpoints.requestWithdrawal);
    expect(withdrawal).toMatchObject({ status: "pending", serialNumber: 1, sentAt: null, proof: null });
    expect((await ask(player, entry?.id, key)).as(endpoints.requestWithdrawal).id).toBe(withdrawal.id);
    expect((await ask(player, entry?.id)).code).toBe("copies_not_free");
    const { id } = withdrawal;
    expect(await holderOf(instance)).toEqual([`escrow:${id}`]);
    expect(await queue("pending")).toMatchObject([{ id, instance, approvals: 0, tradeUrl: null }]);
    expect((await act("admin", id, "claim")).as(endpoints.claimWithdrawal).status).toBe("pending");
    expect((await act("admin2", id, "approve")).code).toBe("claimed_by_other");
    expect((await act("admin", id, "send")).code).toBe("not_approved");
    await approve(id);
    expect((await own(player, id, "cancel")).code).toBe("not_pending");
    const sent = (await act("admin", id, "send")).as(endpoints.sendWithdrawal);
    expect(sent.tradeUrl).toMatch(/^https:\/\/www\.roblox\.com\/users\/.+\/trade$/);
    expect(await queue("sending")).toMatchObject([{ id, tradeUrl: sent.tradeUrl }]);
    clock.now += MINUTE_MS;
    await sync(player);
    expect((await seen(player, id))?.status).toBe("sending");
    trade(instance, VAULT, name);
    await sync(player);
    expect(await seen(player, id)).toMatchObject({ status: "done", proof: "seen" });
    expect(await itemsOf(player)).toMatchObject([{ inPlay: false, inCustody: false, serialNumber: 1 }]);
    expect((await ask(player, (await itemsOf(player))[0]?.id)).code).toBe("not_in_custody");
    const told = (await player.get("/api/social/notifications", NEWEST)).as(endpoints.notifications);
    expect(told.slice(0, 2).map(({ title }) => title)).toEqual(["Withdrawal complete", "Item on its way"]);
  });

  it("are one per copy, however many requests come at once, and cancelled only by their player", async () => {
    const { player, entry, instance } = await inVault();
    const asked = await Promise.all(Array.from({ length: 6 }, () => ask(player, entry?.id)));
    const codes = asked.map(({ status, code }) => (status === 200 ? "done" : code));
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["done", "copies_not_free"]));
    const [{ id = "" } = {}] = (await player.get("/api/items/withdrawals", NEWEST)).as(endpoints.withdrawals);
    expect((await own(shop.bob, id, "cancel")).code).toBe("unknown_withdrawal");
    const { username } = await player.user();
    expect((await player.post("/api/me/forget", { confirm: username })).problem()).toMatchObject({
      code: "still_bound",
      detail: expect.stringContaining("Your withdrawals have to arrive or be cancelled."),
    });
    expect((await own(player, id, "cancel")).as(endpoints.cancelWithdrawal).status).toBe("cancelled");
    expect(await holderOf(instance)).toEqual([`player:${(await player.user()).id}`]);
    expect(await itemsOf(player)).toMatchObject([{ inPlay: false, inCustody: true }]);
  });

  it("are done by a suspended player's own confirmation, if nobody may see their inventory", async () => {
    const { player, instance, name, id } = await sending();
    const admin = await shop.site.player("admin");
    const userId = (await player.user()).id;
    expect((await admin.post(`/api/admin/players/${userId}/suspend`, { reason: "Looked at" })).status).toBe(
      200,
    );
    trade(instance, VAULT, name);
    shop.site.sandbox.inventories.hide(name, true);
    expect((await sync(player)).status).not.toBe(200);
    expect((await own(player, id, "receive")).as(endpoints.receiveWithdrawal)).toMatchObject({
      status: "done",
      proof: "said",
    });
    expect(await holderOf(instance)).toEqual([]);
  });

  it("take a copy that is not listed or staked at the same moment", async () => {
    const { player, entry, instance } = await inVault();
    const offer = { title: "Hat", priceUSD: 1.5, paymentMethods: ["stripe"], userLimitedId: entry?.id };
    const bet = { betSide: "rbx", betItems: [{ limitedId: HAT, quantity: 1 }] };
    const answers = await Promise.all(
      [1, 2].flatMap(() => [
        player.post("/api/shop/listings", offer),
        player.post("/api/live-coinflips", bet),
        ask(player, entry?.id),
      ]),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await holderOf(instance)).toEqual([expect.stringMatching(/^escrow:/)]);
  });

  it("are returned only by two admins, and not once another player has the item", async () => {
    const back = await sending();
    expect(await settle(back.id, "return")).toBe(200);
    expect(await seen(back.player, back.id)).toMatchObject({
      status: "returned",
      adminNotes: "Looked at the vault.",
    });
    expect(await itemsOf(back.player)).toMatchObject([{ inPlay: false, inCustody: true }]);
    const gone = await sending();
    trade(gone.instance, VAULT, "bob");
    await sync(shop.bob);
    expect(await queue("sending")).toMatchObject([{ id: gone.id, seenAt: { username: "bob" } }]);
    expect(await holderOf(gone.instance)).toEqual([`escrow:${gone.id}`]);
    expect(await settle(gone.id, "return")).toBe("copy_left");
    expect(await settle(gone.id, "complete")).toBe(200);
    await sync(shop.bob);
    expect(await holderOf(gone.instance)).toEqual([`player:${(await shop.bob.user()).id}`]);
  });

  it("are not returned by a proposal older than the trade", async () => {
    const { id, instance } = await sending();
    const proposed = await act("admin2", id, "return", { reason: "It is still here." });
    const { proposal } = endpoints.returnWithdrawal.answers[202].parse(proposed.body);
    expect((await act("admin", id, "send")).status).toBe(200);
    const confirmed = await (await shop.site.player("admin")).post(
      `/api/admin/proposals/${proposal.id}/confirm`,
      {},
    );
    expect(confirmed.code).toBe("proposal_stale");
    expect(await holderOf(instance)).toEqual([`escrow:${id}`]);
    expect(await settle(id, "return")).toBe(200);
  });

  it("end once if two processes, the player and two admins end them at once", async () => {
    const { player, entry, instance, name, id } = await sending();
    const proposed = await act("admin", id, "return", { reason: "Declined." });
    const { proposal } = endpoints.returnWithdrawal.answers[202].parse(proposed.body);
    trade(instance, VAULT, name);
    const other = await createSite(engine, {
      clock,
      db: shop.site.db,
      scheduler: { after: () => () => undefined },
    });
    const playerId = (await player.user()).id;
    const copies = [{ copy: copyOf(entry?.assetId ?? 0, instance), serial: 1 }];
    const look = { platformId: "1", listedAt: clock.now, copies, onHold: new Set<Copy>(), types: new Map() };
    const second = await shop.site.player("admin2");
    await Promise.all([
      sync(player),
      hearOfWithdrawals(playerId, look, other.service.deps),
      own(player, id, "receive"),
      second.post(`/api/admin/proposals/${proposal.id}/confirm`, {}),
    ]);
    const ends = await shop.site.db.query<{ type: string }>(
      "select type from events where stream = $1 and type in ('WithdrawalDone', 'WithdrawalReturned')",
      [`withdrawal:${id}`],
    );
    expect(ends).toHaveLength(1);
    const [item] = await itemsOf(player);
    const isReturned = ends[0]?.type === "WithdrawalReturned";
    expect(item?.inCustody ?? false).toBe(isReturned);
    expect(await holderOf(instance)).toEqual(item === undefined ? [] : [`player:${playerId}`]);
    await other.close();
  });

  it("raise an alarm while the platform shows an item in custody with a player, its owner included", async () => {
    const { player, instance, name } = await inVault();
    const { username } = await player.user();
    const alarm = async () => {
      const admin = await shop.site.player("admin");
      const { custody } = (await admin.get("/api/admin/overview", NEWEST)).as(endpoints.overview);
      const [metric] = await custodyMetrics(shop.site.service.deps);
      const health = (await shop.site.visitor().get("/api/health")).as(endpoints.health);
      expect(metric).toMatchObject({ name: "florin_custody_seen_elsewhere" });
      expect(metric?.samples).toEqual([{ value: custody.seenElsewhere.count }]);
      const count = custody.seenElsewhere.count;
      const words = `Items in custody that the platform shows in a player's inventory: ${count}`;
      expect([health.status, health.alarm]).toEqual(["ok", count === 0 ? undefined : words]);
      return custody.longest.map((one) => [one.copy.split(":")[2], one.player?.username]);
    };
    const syncNow = async (by: Visitor) => {
      clock.now += MINUTE_MS;
      expect((await sync(by)).status).toBe(200);
    };
    await syncNow(player);
    expect(await alarm()).toEqual([]);
    trade(instance, VAULT, name);
    await syncNow(player);
    expect(await alarm()).toEqual([[instance, username]]);
    // Custody continues: only admins change the books.
    expect(await itemsOf(player)).toMatchObject([{ inPlay: false, inCustody: true }]);
    trade(instance, name, "bob");
    await syncNow(shop.bob);
    await syncNow(player);
    expect(await alarm()).toEqual([[instance, "bob"]]);
    trade(instance, "bob", VAULT);
    await syncNow(shop.bob);
    expect(await alarm()).toEqual([]);
  });

  it("wait for bought items until their seller is paid", async () => {
    const { listing } = await listed();
    const purchase = await bought(shop.bob, listing);
    await pay(purchase);
    const kept = (await itemsOf(shop.bob)).find(({ inCustody }) => inCustody);
    expect((await ask(shop.bob, kept?.id)).code).toBe("purchase_unsettled");
    const admin = await shop.site.player("admin");
    const released = await admin.post(`/api/admin/purchases/${purchase.id}/release`, { reason: "Known" });
    const { proposal } = endpoints.releasePurchase.answers[202].parse(released.body);
    await (await shop.site.player("admin2")).post(`/api/admin/proposals/${proposal.id}/confirm`, {});
    expect((await ask(shop.bob, kept?.id)).status).toBe(200);
  });

  it("wait while it is unknown whether an item was bought", async () => {
    const { player, entry } = await inVault();
    const stopPurchases = (at: string) =>
      shop.site.db.query(`update projections set stop_at = ${at} where active and name = 'purchases'`);
    await stopPurchases("position");
    expect((await shop.bob.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" })).status).toBe(200);
    const { reads } = shop.site.service.deps;
    const whenReached = reads.whenReached.bind(reads);
    // It cannot come, so it is not waited for as long as usual.
    reads.whenReached = (names, position) => whenReached(names, position, HOPELESS_MS);
    const answer = await ask(player, entry?.id);
    reads.whenReached = whenReached;
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    await stopPurchases("null");
    const asked = async () => (await ask(player, entry?.id)).status;
    await expect.poll(asked, { timeout: PATIENCE_MS }).toBe(200);
  });
});
