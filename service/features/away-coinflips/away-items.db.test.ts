import { afterEach, expect, it } from "vitest";
import { copyOf } from "#domain/accounts/item.ts";
import { endpoints } from "#domain/features/contract.ts";
import { STAKED_ITEMS_MAX } from "#domain/features/live-coinflips/rules.ts";
import {
  gamesToLogsSchema,
  OPEN_TO_LOGS_PATH,
} from "#service/features/live-coinflips/guests/open-to-logs.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { copiesIn, HAT, HatsOfTwoLogs, hats, holdersOf } from "#service/lab/testing/logs/hats-of-two-logs.ts";
import { originOfLog, type Wire } from "#service/lab/testing/logs/several-logs.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { bearerOf } from "#service/ledger/peers/ask-peer.ts";
import { OFFERS_PATH } from "./offers.ts";

/** No catalogue has it. */
const UNLISTED = 999_999_999;
/** As many as may be staked. */
const MANY = STAKED_ITEMS_MAX;
/** So many games do not all end for the same player, but once in a hundred thousand runs. */
const GAMES = 17;
/** A wire on which nothing arrives. */
const away: Wire = async () => {
  throw new TypeError("fetch failed");
};

describeEachEngine("coinflips for items between players of two logs", (engine) => {
  let opened: HatsOfTwoLogs;
  afterEach(() => opened.logs.close());

  /** Alice of log 1 opens the games that bob of log 2 joins. */
  const begin = async (count?: number) => {
    opened = new HatsOfTwoLogs(engine);
    return { ...(await opened.begin(count)), logs: opened.logs, games: opened };
  };

  it("go to the winner whole, in custody in the winner's log, until both have won", async () => {
    const { one, two, alice, bob, games } = await begin(GAMES);
    const listed = async () => (await bob.get("/api/away-coinflips")).as(endpoints.awayCoinflips).items;
    const ends = new Set<string>();
    for (let game = 0; game < GAMES && ends.size < 2; game += 1) {
      const id = await games.open(alice);
      if (game === 0) expect(await listed()).toMatchObject([{ id, log: 1, betAmount: null, betItems: [{}] }]);
      const before = (await copiesIn(two, "^player:")).length;
      (await games.ask(bob, id)).as(endpoints.joinAwayCoinflip);
      const [ended] = await games.over(bob);
      const hasWon = ended?.status === "won";
      expect(ended).toMatchObject({ gameId: id, currency: null, itemsBack: hasWon ? 2 : 0, items: [{}] });
      expect((await copiesIn(two, "^player:")).length).toBe(before + (hasWon ? 1 : -1));
      ends.add(ended?.status ?? "");
    }
    expect([...ends].toSorted()).toEqual(["lost", "won"]);
    expect((await copiesIn(one, "^player:")).length + (await copiesIn(two, "^player:")).length).toBe(
      2 * GAMES,
    );
    await games.expectRight();
  }, 120_000);

  it("leave the site with who withdraws them, and can be deposited in the log that they came from", async () => {
    const { one, two, alice, bob, games, logs } = await begin(GAMES);
    let won: string | undefined;
    for (let game = 0; game < GAMES && won === undefined; game += 1) {
      (await games.ask(bob, await games.open(alice))).as(endpoints.joinAwayCoinflip);
      await games.over(bob);
      won = (await copiesIn(two, "^player:")).find((copy) => copy.includes(":1-alice-"));
    }
    const instance = won?.split(":")[2] ?? "";
    const copy = copyOf(HAT, instance);
    await games.carry();
    expect(await holdersOf(one, copy)).toEqual(["elsewhere"]);
    // Bob has many alike: all go until the one that came from log 1 has gone.
    const admin = await games.admin(2);
    const deputy = await games.admin(2, "deputy");
    for (let n = 0; n < 2 * GAMES && (await holdersOf(two, copy)).length > 0; n += 1) {
      const [entry] = (await bob.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
      const asked = await bob.post("/api/items/withdrawals", { userLimitedId: entry?.id });
      const { id } = asked.as(endpoints.requestWithdrawal);
      for (const by of [admin, deputy]) await by.post(`/api/admin/withdrawals/${id}/approve`, {});
      (await admin.post(`/api/admin/withdrawals/${id}/send`, {})).as(endpoints.sendWithdrawal);
      (await bob.post(`/api/items/withdrawals/${id}/receive`, {})).as(endpoints.receiveWithdrawal);
    }
    logs.wire = away;
    await games.carry(2);
    expect(await holdersOf(one, copy)).toEqual(["elsewhere"]);
    logs.wire = null;
    await games.carry(2);
    expect(await holdersOf(one, copy)).toEqual([]);
    await games.expectRight();
    // It is at alice again at the platform, who deposits it where it had left.
    one.sandbox.inventories.set(logs.nameIn(1, "alice"), [
      { assetId: HAT, instance, serial: null, isOnHold: false },
    ]);
    (await alice.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
    const items = (await alice.get("/api/limiteds", NEWEST)).as(endpoints.limiteds);
    const itemId = items.find(({ robloxAssetId }) => robloxAssetId === HAT)?.id;
    const asked = { type: "roblox_limited", itemId, tradeUrl: "https://www.roblox.com/trades/1" };
    const { id } = (await alice.post("/api/deposits", asked)).as(endpoints.requestDeposit);
    const own = await games.admin(1);
    const approved = await own.post(`/api/admin/deposits/${id}/approve`, { instances: [instance] });
    expect(approved.as(endpoints.approveDeposit).status).toBe("completed");
    await games.expectRight();
  }, 120_000);

  it("come back whole where the game is gone, joined, or halted by the time they are there", async () => {
    const { two, alice, bob, games, logs } = await begin();
    const id = await games.open(alice, 2);
    const mine = await copiesIn(two, "^player:");
    logs.wire = async (to, request, deliver) =>
      request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
    const { id: stake } = (await games.ask(bob, id, 2)).as(endpoints.joinAwayCoinflip);
    expect(await copiesIn(two, "^transit:")).toHaveLength(2);
    expect(await games.stakesOf(bob)).toMatchObject([
      { id: stake, status: "away", cameBack: null, itemsBack: null },
    ]);
    const cancel = (by: Visitor, game: string) => by.post(`/api/live-coinflips/${game}/cancel`, {});
    (await cancel(alice, id)).as(endpoints.cancelCoinflip);
    logs.wire = null;
    const [ended] = await games.over(bob);
    expect(ended).toMatchObject({ status: "refused", itemsBack: 2 });
    expect(await copiesIn(two, "^player:")).toEqual(mine);
    // In custody as before: they can be staked again.
    (await cancel(bob, await games.open(bob, 3))).as(endpoints.cancelCoinflip);
    await games.expectRight();
  });

  it("can be taken back by an admin once they are home, and the log that they came from is told", async () => {
    const { one, two, alice, bob, games, logs } = await begin();
    const id = await games.open(alice, 2);
    const mine = await copiesIn(two, "^player:");
    logs.wire = async (to, request, deliver) =>
      request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
    (await games.ask(bob, id, 2)).as(endpoints.joinAwayCoinflip);
    const admin = await games.admin(2);
    const { items } = (await admin.get("/api/admin/deposits?limit=1", NEWEST)).as(endpoints.reviewDeposits);
    const takeBack = () =>
      admin.post(`/api/admin/deposits/${items[0]?.id}/reverse`, { reason: "The trade was taken back." });
    // Two are away: what is left is taken, and those when they are home.
    (await takeBack()).as(endpoints.reverseDeposit);
    expect((await takeBack()).code).toBe("not_completed");
    (await alice.post(`/api/live-coinflips/${id}/cancel`, {})).as(endpoints.cancelCoinflip);
    logs.wire = null;
    expect(await games.over(bob)).toMatchObject([{ status: "refused", itemsBack: 2 }]);
    const home = await copiesIn(two, "^player:");
    expect(home).toHaveLength(2);
    (await takeBack()).as(endpoints.reverseDeposit);
    expect(await copiesIn(two, "^player:")).toEqual([]);
    expect((await takeBack()).code).toBe("not_completed");
    await games.expectRight();
    // Neither log has them any more: they may be deposited anywhere.
    for (const copy of mine)
      expect([await holdersOf(one, copy), await holdersOf(two, copy)]).toEqual([[], []]);
  });

  it("are staked once, free, matching by the other log's values, and by one command however often it comes", async () => {
    const { two, alice, bob, games, logs } = await begin();
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
    // What a player does at once: the same items here and there.
    const [first, again, other] = await Promise.all([
      games.ask(bob, id, 2, key),
      games.ask(bob, id, 2, key),
      bob.post("/api/live-coinflips", { betItems: hats(3), betSide: "rbx" }),
    ]);
    const isStaked = other.status === 200 ? 0 : 2;
    expect(await copiesIn(two, "^transit:")).toHaveLength(isStaked);
    if (isStaked === 2) {
      expect(first.as(endpoints.joinAwayCoinflip).id).toBe(again.as(endpoints.joinAwayCoinflip).id);
      const taken = await bob.post("/api/live-coinflips", { betItems: hats(2), betSide: "rbx" });
      expect(["not_enough_copies", "items_in_play"]).toContain(taken.code);
    }
    logs.wire = null;
    await games.over(bob);
  });

  it("stay where they are too many, or against what the player's log could not list", async () => {
    const { two, alice, bob, games, logs } = await begin(MANY + 1);
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
    expect(await copiesIn(two, "^player:")).toHaveLength(MANY + 1);
  });

  it("stay where somebody in the other log has one of them, or somebody here one of the game's", async () => {
    const { alice, bob, games } = await begin(1);
    /** Somebody of a log has a copy on sight that is in custody in the other one, and stakes it. */
    const sees = async (log: number, instance: string) => {
      const carol = await games.sighted(log, "carol", [instance]);
      return { carol, staked: await games.open(carol) };
    };
    const cancel = async (by: Visitor, id: string) =>
      (await by.post(`/api/live-coinflips/${id}/cancel`, {})).as(endpoints.cancelCoinflip);
    const id = await games.open(alice);
    const there = await sees(1, "2-bob-0");
    expect((await games.ask(bob, id)).code).toBe("items_held");
    await cancel(there.carol, there.staked);
    const here = await sees(2, "1-alice-0");
    expect((await games.ask(bob, id)).code).toBe("items_held");
    await cancel(here.carol, here.staked);
    // What is free on sight leaves it for what arrives.
    (await games.ask(bob, id)).as(endpoints.joinAwayCoinflip);
    const [ended] = await games.over(bob);
    expect(["won", "lost"]).toContain(ended?.status);
    await games.expectRight();
  });

  it("are asked about between logs alone", async () => {
    const { one, logs } = await begin(1);
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
});
