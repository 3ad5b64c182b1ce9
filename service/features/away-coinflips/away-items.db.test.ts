import { afterAll, beforeAll, expect, it } from "vitest";
import { copyOf } from "#domain/accounts/item.ts";
import { endpoints } from "#domain/features/contract.ts";
import { STAKED_ITEMS_MAX } from "#domain/features/live-coinflips/rules.ts";
import {
  gamesToLogsSchema,
  OPEN_TO_LOGS_PATH,
} from "#service/features/live-coinflips/guests/open-to-logs.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { HAT, HatsOfTwoLogs, hats, holdersOf } from "#service/lab/testing/logs/hats-of-two-logs.ts";
import { originOfLog, type Wire } from "#service/lab/testing/logs/several-logs.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import { bearerOf } from "#service/ledger/peers/ask-peer.ts";
import { OFFERS_PATH } from "./offers.ts";

/** Not in the catalogue. */
const UNLISTED = 999_999_999;
/** The largest allowed number of items. */
const MANY = STAKED_ITEMS_MAX;
/** Forty games have the same winner once in about 5 × 10¹¹ runs; three games are typical. */
const GAMES = 40;
/** A wire that fails every request. */
const away: Wire = async () => {
  throw new TypeError("fetch failed");
};

describeEachEngine("coinflips for items between players of two logs", (engine) => {
  const games = new HatsOfTwoLogs(engine);
  const { logs } = games;
  beforeAll(() => games.start());
  afterAll(() => logs.close());

  it("go to the winner whole, in custody in the winner's log, until both have won", async () => {
    const { alice, bob } = await games.begin(GAMES);
    const listed = async () => (await bob.get("/api/away-coinflips")).as(endpoints.awayCoinflips).items;
    const ends = new Set<string>();
    for (let game = 0; game < GAMES && ends.size < 2; game += 1) {
      const id = await games.open(alice);
      if (game === 0) expect(await listed()).toMatchObject([{ id, log: 1, betAmount: null, betItems: [{}] }]);
      const before = (await games.hatsIn(2, "^player:")).length;
      (await games.ask(bob, id)).as(endpoints.joinAwayCoinflip);
      const [ended] = await games.over(bob);
      const hasWon = ended?.status === "won";
      expect(ended).toMatchObject({ gameId: id, currency: null, itemsBack: hasWon ? 2 : 0, items: [{}] });
      expect((await games.hatsIn(2, "^player:")).length).toBe(before + (hasWon ? 1 : -1));
      ends.add(ended?.status ?? "");
    }
    expect([...ends].toSorted()).toEqual(["lost", "won"]);
    expect((await games.hatsIn(1, "^player:")).length + (await games.hatsIn(2, "^player:")).length).toBe(
      2 * GAMES,
    );
    await games.expectEnded();
  }, 120_000);

  it("can be withdrawn by their winner, and deposited again in the log that they came from", async () => {
    const { one, two, alice, bob } = await games.begin(GAMES, true);
    let won: string | undefined;
    const ends: (string | undefined)[] = [];
    for (let game = 0; game < GAMES && won === undefined; game += 1) {
      (await games.ask(bob, await games.open(alice))).as(endpoints.joinAwayCoinflip);
      ends.push((await games.over(bob))[0]?.status);
      won = (await games.hatsIn(2, "^player:")).find((copy) => copy.includes("-1-alice-"));
    }
    expect(ends).toContain("won");
    const instance = won?.split(":")[2] ?? "";
    const copy = copyOf(HAT, instance);
    const serial = games.serials.get(instance) ?? null;
    await games.carry();
    expect(await holdersOf(one, copy)).toEqual(["elsewhere"]);
    const entries = (await bob.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    const entry = entries.find(({ serialNumber }) => serialNumber === serial);
    const requested = await bob.post("/api/items/withdrawals", { userLimitedId: entry?.id });
    const withdrawal = requested.as(endpoints.requestWithdrawal).id;
    const admin = await games.admin(2);
    for (const by of [admin, await games.admin(2, "deputy")])
      await by.post(`/api/admin/withdrawals/${withdrawal}/approve`, {});
    (await admin.post(`/api/admin/withdrawals/${withdrawal}/send`, {})).as(endpoints.sendWithdrawal);
    (await bob.post(`/api/items/withdrawals/${withdrawal}/receive`, {})).as(endpoints.receiveWithdrawal);
    expect(await holdersOf(two, copy)).toEqual([]);
    logs.wire = away;
    await games.carry(2);
    expect(await holdersOf(one, copy)).toEqual(["elsewhere"]);
    logs.wire = null;
    await games.carry(2);
    expect(await holdersOf(one, copy)).toEqual([]);
    await games.expectEnded();
    // Alice holds it at the platform again, and deposits it in the log that it left.
    one.sandbox.inventories.set(games.nameIn(1, "alice"), [
      { assetId: HAT, instance, serial, isOnHold: false },
    ]);
    (await alice.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
    const items = (await alice.get("/api/limiteds", NEWEST)).as(endpoints.limiteds);
    const itemId = items.find(({ robloxAssetId }) => robloxAssetId === HAT)?.id;
    const asked = { type: "roblox_limited", itemId, tradeUrl: "https://www.roblox.com/trades/1" };
    const { id } = (await alice.post("/api/deposits", asked)).as(endpoints.requestDeposit);
    const own = await games.admin(1);
    const approved = await own.post(`/api/admin/deposits/${id}/approve`, { instances: [instance] });
    expect(approved.as(endpoints.approveDeposit).status).toBe("completed");
    await games.expectEnded();
  }, 120_000);

  it("come back whole if the game is gone, joined, or halted when they arrive", async () => {
    const { alice, bob } = await games.begin();
    const id = await games.open(alice, 2);
    const mine = await games.hatsIn(2, "^player:");
    logs.wire = async (to, request, deliver) =>
      request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
    const { id: stake } = (await games.ask(bob, id, 2)).as(endpoints.joinAwayCoinflip);
    expect(await games.hatsIn(2, "^transit:")).toHaveLength(2);
    expect(await games.stakesOf(bob)).toMatchObject([
      { id: stake, status: "away", cameBack: null, itemsBack: null },
    ]);
    await games.cancel(alice, id);
    logs.wire = null;
    const [ended] = await games.over(bob);
    expect(ended).toMatchObject({ status: "refused", itemsBack: 2 });
    expect(await games.hatsIn(2, "^player:")).toEqual(mine);
    // In custody again, so they can be staked again.
    await games.cancel(bob, await games.open(bob, 3));
    await games.expectEnded();
  });

  it("can be reversed by an admin once they are back, and the log that they came from is told", async () => {
    const { one, two, alice, bob } = await games.begin();
    const id = await games.open(alice, 2);
    const mine = await games.hatsIn(2, "^player:");
    logs.wire = async (to, request, deliver) =>
      request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
    (await games.ask(bob, id, 2)).as(endpoints.joinAwayCoinflip);
    const admin = await games.admin(2);
    const [deposit] = (await bob.get("/api/deposits", NEWEST)).as(endpoints.deposits);
    const takeBack = () =>
      admin.post(`/api/admin/deposits/${deposit?.id}/reverse`, { reason: "The trade was taken back." });
    // Two are away: this reversal takes the rest, the next one those two.
    (await takeBack()).as(endpoints.reverseDeposit);
    expect((await takeBack()).code).toBe("not_completed");
    await games.cancel(alice, id);
    logs.wire = null;
    expect(await games.over(bob)).toMatchObject([{ status: "refused", itemsBack: 2 }]);
    const home = await games.hatsIn(2, "^player:");
    expect(home).toHaveLength(2);
    (await takeBack()).as(endpoints.reverseDeposit);
    expect(await games.hatsIn(2, "^player:")).toEqual([]);
    expect((await takeBack()).code).toBe("not_completed");
    await games.expectEnded();
    // Neither log has them, so they may be deposited anywhere.
    for (const copy of mine)
      expect([await holdersOf(one, copy), await holdersOf(two, copy)]).toEqual([[], []]);
  });

  it("are staked once, only if free and of matching value in the other log, however often a command is repeated", async () => {
    const { alice, bob } = await games.begin();
    const id = await games.open(alice, 2);
    expect((await games.ask(bob, id, 1)).code).toBe("items_do_not_match");
    expect((await games.ask(bob, id, 3)).code).toBe("items_do_not_match");
    expect((await games.ask(bob, id, 4)).code).toBe("not_enough_copies");
    expect((await games.ask(bob, "none", 2)).code).toBe("not_open");
    const wrong = { log: 1, currency: "RBX", betAmount: 10 };
    expect((await bob.post(`/api/away-coinflips/${id}/join`, wrong)).code).toBe("other_stakes");
    expect((await bob.post(`/api/away-coinflips/${id}/join`, { ...wrong, betItems: hats(1) })).status).toBe(
      400,
    );
    logs.wire = away;
    expect((await games.ask(bob, id, 2)).code).toBe("log_unavailable");
    logs.wire = async (to, request, deliver) =>
      request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
    const key = { "Idempotency-Key": "two-hats" };
    // Both at once: the same items here and in the other log.
    const [first, again, other] = await Promise.all([
      games.ask(bob, id, 2, key),
      games.ask(bob, id, 2, key),
      bob.post("/api/live-coinflips", { betItems: hats(3), betSide: "rbx" }),
    ]);
    const isStaked = other.status === 200 ? 0 : 2;
    expect(await games.hatsIn(2, "^transit:")).toHaveLength(isStaked);
    if (isStaked === 2) {
      expect(first.as(endpoints.joinAwayCoinflip).id).toBe(again.as(endpoints.joinAwayCoinflip).id);
      const taken = await bob.post("/api/live-coinflips", { betItems: hats(2), betSide: "rbx" });
      expect(["not_enough_copies", "items_in_play"]).toContain(taken.code);
    }
    logs.wire = null;
    await games.over(bob);
    if (isStaked === 0) {
      await games.cancel(bob, other.as(endpoints.openCoinflip).id);
      await games.cancel(alice, id);
    }
    await games.expectEnded();
  });

  it("stay if they are too many, or if the player's log could not list what they are staked against", async () => {
    const { alice, bob } = await games.begin(MANY + 1);
    const id = await games.open(alice, MANY);
    const betItems = [...hats(MANY), ...hats(1)];
    const all = await bob.post(`/api/away-coinflips/${id}/join`, { log: 1, betItems });
    expect(all.code).toBe("too_many_items");
    logs.wire = async (_to, request, deliver) => {
      const answer = await deliver(request);
      if (!request.url.endsWith(OPEN_TO_LOGS_PATH)) return answer;
      const { items } = gamesToLogsSchema.parse(await answer.json());
      const unknown = items.map((game) => ({
        ...game,
        betItems: game.betItems.map((item) => ({ ...item, limitedId: UNLISTED })),
      }));
      return Response.json({ items: unknown });
    };
    expect((await games.ask(bob, id, MANY)).code).toBe("items_not_listed");
    expect(await games.hatsIn(2, "^player:")).toHaveLength(MANY + 1);
    await games.cancel(alice, id);
    await games.expectEnded();
  });

  it("stay if another player's stake holds one of the copies in the log it would go to", async () => {
    const { alice, bob } = await games.begin(1);
    /** A player of one log has a copy on sight that is in custody in the other log, and stakes it. */
    const sees = async (log: number, instance: string) => {
      const carol = await games.sighted(log, "carol", [instance]);
      return { carol, staked: await games.open(carol) };
    };
    const id = await games.open(alice);
    const there = await sees(1, games.hat(2, "bob"));
    expect((await games.ask(bob, id)).code).toBe("items_held");
    await games.cancel(there.carol, there.staked);
    const here = await sees(2, games.hat(1, "alice"));
    expect((await games.ask(bob, id)).code).toBe("items_held");
    await games.cancel(here.carol, here.staked);
    // A free copy on sight makes way for the one that arrives.
    (await games.ask(bob, id)).as(endpoints.joinAwayCoinflip);
    const [ended] = await games.over(bob);
    expect(["won", "lost"]).toContain(ended?.status);
    await games.expectEnded();
  });

  it("are asked about only between logs", async () => {
    const one = logs.site(1);
    const tell = (secret: string, body: unknown) =>
      one.service.app.request(`${originOfLog(1)}/api${OFFERS_PATH}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: bearerOf(secret) },
        body: JSON.stringify(body),
      });
    const offer = { id: "none", copies: [copyOf(HAT, "1")] };
    expect((await tell("another-secret-of-no-use", offer)).status).toBe(401);
    expect((await tell(logs.settings.secret, { ...offer, copies: ["RBX"] })).status).toBe(400);
    const answer = await tell(logs.settings.secret, offer);
    expect(await answer.json()).toMatchObject({ refusal: { code: "not_open" } });
  });

  it("leave two logs that the verifier accepts, with read models that a replay reproduces", () =>
    games.expectRight());
});
