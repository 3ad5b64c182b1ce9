import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { Copy } from "#domain/accounts/item.ts";
import { copyOf } from "#domain/accounts/item.ts";
import { endpoints } from "#domain/features/contract.ts";
import { STAKED_ITEMS_MAX } from "#domain/features/live-coinflips/rules.ts";
import { eventTypes } from "#domain/features/registry.ts";
import { minor } from "#domain/kernel/money.ts";
import { reconcileLogs } from "#domain/ledger/transit/reconcile.ts";
import { allProjections } from "#projections/features/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import { replay } from "#projections/replay.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { OFFERS_PATH } from "#service/features/live-coinflips/guests/offers.ts";
import {
  gamesToLogsSchema,
  OPEN_TO_LOGS_PATH,
} from "#service/features/live-coinflips/guests/open-to-logs.ts";
import { custodyModel, logModel } from "#service/features/log-model.ts";
import { transits } from "#service/features/transits/feature.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import {
  originOfLog,
  type SeveralLogs,
  severalLogs,
  type Wire,
} from "#service/lab/testing/logs/several-logs.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { NEWEST, SITE_BEGINS_AT, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { bearerOf } from "#service/ledger/peers/ask-peer.ts";
import { readTransits } from "#service/ledger/peers/read-transits.ts";
import { verifyLog } from "#service/ledger/verify.ts";

const HAT = sampleItems.find(({ price }) => price < 1_000)?.assetId ?? 0;
/** No catalogue has it. */
const UNLISTED = 999_999_999;
/** As many as may be staked. */
const MANY = STAKED_ITEMS_MAX;
/** So many games do not all end for the same player, but once in a hundred thousand runs. */
const GAMES = 17;
/** How often a test looks for what other processes do, and how long in all, in milliseconds. */
const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 20_000;

/** A wire on which nothing arrives. */
const away: Wire = async () => {
  throw new TypeError("fetch failed");
};

describeEachEngine("coinflips for items between players of two logs", (engine) => {
  let logs: SeveralLogs;
  afterEach(() => logs.close());

  /** Somebody of a log has hats in custody there. */
  async function withHats(site: Site, log: number, who: string, count: number): Promise<Visitor> {
    const name = logs.nameIn(log, who);
    const player = await site.player(name);
    const instances = Array.from({ length: count }, (_, n) => `${log}-${who}-${n}`);
    const copies = instances.map((instance) => ({ assetId: HAT, instance, serial: null, isOnHold: false }));
    site.sandbox.inventories.set(name, copies);
    (await player.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
    const items = (await player.get("/api/limiteds", NEWEST)).as(endpoints.limiteds);
    const itemId = items.find(({ robloxAssetId }) => robloxAssetId === HAT)?.id;
    const tradeUrl = "https://www.roblox.com/trades/1";
    const asked = { type: "roblox_limited", itemId, quantity: count, tradeUrl };
    const { id } = (await player.post("/api/deposits", asked)).as(endpoints.requestDeposit);
    const admin = await site.player(logs.nameIn(log, "admin"));
    const approved = await admin.post(`/api/admin/deposits/${id}/approve`, { instances });
    expect(approved.as(endpoints.approveDeposit).status).toBe("completed");
    return player;
  }

  /** Alice of log 1 opens the games that bob of log 2 joins. */
  const begin = async (hats = 3) => {
    logs = severalLogs(engine, 2);
    const clock = new RunningClock(SITE_BEGINS_AT);
    const beacon = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(5) }], () => clock.now);
    const config = { secondApprovalAbove: minor("100000000.00") };
    const [one, two] = [
      await logs.start(1, { clock, beacon, config }),
      await logs.start(2, { clock, beacon, config }),
    ];
    for (const [n, site] of [one, two].entries()) {
      await addSampleData(site.service.deps);
      for (const who of ["admin", "deputy"]) await site.player(logs.nameIn(n + 1, who));
    }
    const alice = await withHats(one, 1, "alice", hats);
    const bob = await withHats(two, 2, "bob", hats);
    return { one, two, alice, bob };
  };

  const hats = (quantity: number) => [{ limitedId: HAT, quantity }];
  const open = async (player: Visitor, quantity = 1): Promise<string> =>
    (await player.post("/api/live-coinflips", { betItems: hats(quantity), betSide: "rbx" })).as(
      endpoints.openCoinflip,
    ).id;
  const ask = (player: Visitor, id: string, quantity = 1, headers = {}) =>
    player.post(`/api/away-coinflips/${id}/join`, { log: 1, betItems: hats(quantity) }, headers);
  const stakesOf = async (player: Visitor) =>
    (await player.get("/api/away-coinflips/stakes", NEWEST)).as(endpoints.awayStakes).items;
  const carry = async (...sites: readonly Site[]) => {
    for (const { service } of sites) await transits.of(service.deps).courier?.carry();
  };
  const copiesIn = async ({ db }: Site, accounts: string): Promise<string[]> => {
    const rows = await db.query<{ asset: string }>(
      "select asset from holdings where amount = 1 and asset like 'item:%' and account ~ $1 order by asset",
      [accounts],
    );
    return rows.map(({ asset }) => asset);
  };
  const holderOf = async ({ db }: Site, copy: Copy): Promise<string[]> => {
    const rows = await db.query<{ account: string }>(
      "select account from holdings where asset = $1 and amount = 1",
      [copy],
    );
    return rows.map(({ account }) => account);
  };

  /** Carries and waits until every stake of a player has ended. */
  const over = async (player: Visitor, ...sites: readonly Site[]) => {
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
      await carry(...sites);
      const stakes = await stakesOf(player);
      if (stakes.every(({ status }) => status !== "away")) return stakes;
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error("a stake is away for too long");
  };

  /** Both logs and what is between them are right, and nothing is left with a guest, in an escrow or on its way. */
  const expectRight = async (...sites: readonly Site[]) => {
    for (let round = 0; round < 2; round += 1) await carry(...sites);
    const read = [];
    for (const { db, service } of sites) {
      const { writer, signer } = service.deps;
      const { logId } = writer;
      const options = { logId, model: logModel, keys: signer.publicKeys().keys };
      expect(await verifyLog(db, options)).toMatchObject({ ok: true });
      const left = await db.query(
        "select account, asset from holdings where amount <> 0 and account ~ '^(escrow:|player:guest|transit:)'",
      );
      expect(left).toEqual([]);
      const statements = new Statements(eventTypes);
      const compared = await replay({ db, logId, owner: "test", statements }, allProjections);
      expect(compared.filter(differs)).toEqual([]);
      read.push(await readTransits(db, logId, custodyModel));
    }
    const { problems, assets } = reconcileLogs(read);
    expect(problems).toEqual([]);
    for (const { underWay } of assets) expect(underWay).toBe(0n);
  };

  it("go to the winner whole, in custody in the winner's log, until both have won", async () => {
    const { one, two, alice, bob } = await begin(GAMES);
    const listed = async () => (await bob.get("/api/away-coinflips")).as(endpoints.awayCoinflips).items;
    const ends = new Set<string>();
    for (let game = 0; game < GAMES && ends.size < 2; game += 1) {
      const id = await open(alice);
      if (game === 0) expect(await listed()).toMatchObject([{ id, log: 1, betAmount: null, betItems: [{}] }]);
      const before = (await copiesIn(two, "^player:")).length;
      (await ask(bob, id)).as(endpoints.joinAwayCoinflip);
      const [ended] = await over(bob, one, two);
      const hasWon = ended?.status === "won";
      expect(ended).toMatchObject({ gameId: id, currency: null, itemsBack: hasWon ? 2 : 0, items: [{}] });
      expect((await copiesIn(two, "^player:")).length).toBe(before + (hasWon ? 1 : -1));
      ends.add(ended?.status ?? "");
    }
    expect([...ends].toSorted()).toEqual(["lost", "won"]);
    expect((await copiesIn(one, "^player:")).length + (await copiesIn(two, "^player:")).length).toBe(
      2 * GAMES,
    );
    await expectRight(one, two);
  }, 120_000);

  it("leave the site with who withdraws them, and can be deposited in the log that they came from", async () => {
    const { one, two, alice, bob } = await begin(GAMES);
    let won: string | undefined;
    for (let game = 0; game < GAMES && won === undefined; game += 1) {
      (await ask(bob, await open(alice))).as(endpoints.joinAwayCoinflip);
      await over(bob, one, two);
      won = (await copiesIn(two, "^player:")).find((copy) => copy.includes(":1-alice-"));
    }
    const instance = won?.split(":")[2] ?? "";
    const copy = copyOf(HAT, instance);
    await carry(one, two);
    expect(await holderOf(one, copy)).toEqual(["elsewhere"]);
    // Bob has many alike: all go until the one that came from log 1 has gone.
    const admin = await two.player(logs.nameIn(2, "admin"));
    const deputy = await two.player(logs.nameIn(2, "deputy"));
    for (let n = 0; n < 2 * GAMES && (await holderOf(two, copy)).length > 0; n += 1) {
      const [entry] = (await bob.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
      const asked = await bob.post("/api/items/withdrawals", { userLimitedId: entry?.id });
      const { id } = asked.as(endpoints.requestWithdrawal);
      for (const by of [admin, deputy]) await by.post(`/api/admin/withdrawals/${id}/approve`, {});
      (await admin.post(`/api/admin/withdrawals/${id}/send`, {})).as(endpoints.sendWithdrawal);
      (await bob.post(`/api/items/withdrawals/${id}/receive`, {})).as(endpoints.receiveWithdrawal);
    }
    logs.wire = away;
    await carry(two);
    expect(await holderOf(one, copy)).toEqual(["elsewhere"]);
    logs.wire = null;
    await carry(two);
    expect(await holderOf(one, copy)).toEqual([]);
    await expectRight(one, two);
    // It is at alice again at the platform, who deposits it where it had left.
    one.sandbox.inventories.set(logs.nameIn(1, "alice"), [
      { assetId: HAT, instance, serial: null, isOnHold: false },
    ]);
    (await alice.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
    const items = (await alice.get("/api/limiteds", NEWEST)).as(endpoints.limiteds);
    const itemId = items.find(({ robloxAssetId }) => robloxAssetId === HAT)?.id;
    const asked = { type: "roblox_limited", itemId, tradeUrl: "https://www.roblox.com/trades/1" };
    const { id } = (await alice.post("/api/deposits", asked)).as(endpoints.requestDeposit);
    const own = await one.player(logs.nameIn(1, "admin"));
    const approved = await own.post(`/api/admin/deposits/${id}/approve`, { instances: [instance] });
    expect(approved.as(endpoints.approveDeposit).status).toBe("completed");
    await expectRight(one, two);
  }, 120_000);

  it("come back whole where the game is gone, joined, or halted by the time they are there", async () => {
    const { one, two, alice, bob } = await begin();
    const id = await open(alice, 2);
    const mine = await copiesIn(two, "^player:");
    logs.wire = async (to, request, deliver) =>
      request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
    const { id: stake } = (await ask(bob, id, 2)).as(endpoints.joinAwayCoinflip);
    expect(await copiesIn(two, "^transit:")).toHaveLength(2);
    expect(await stakesOf(bob)).toMatchObject([
      { id: stake, status: "away", cameBack: null, itemsBack: null },
    ]);
    const cancel = (by: Visitor, game: string) => by.post(`/api/live-coinflips/${game}/cancel`, {});
    (await cancel(alice, id)).as(endpoints.cancelCoinflip);
    logs.wire = null;
    const [ended] = await over(bob, one, two);
    expect(ended).toMatchObject({ status: "refused", itemsBack: 2 });
    expect(await copiesIn(two, "^player:")).toEqual(mine);
    // In custody as before: they can be staked again.
    (await cancel(bob, await open(bob, 3))).as(endpoints.cancelCoinflip);
    await expectRight(one, two);
  });

  it("are staked once, free, matching by the other log's values, and by one command however often it comes", async () => {
    const { one, two, alice, bob } = await begin();
    const id = await open(alice, 2);
    expect((await ask(bob, id, 1)).code).toBe("items_do_not_match");
    expect((await ask(bob, id, 3)).code).toBe("items_do_not_match");
    expect((await ask(bob, id, 4)).code).toBe("not_enough_copies");
    expect((await ask(bob, "none", 2)).code).toBe("not_open");
    const wrong = { log: 1, currency: "RBX", betAmount: 10 };
    expect((await bob.post(`/api/away-coinflips/${id}/join`, wrong)).code).toBe("other_stakes");
    expect((await bob.post(`/api/away-coinflips/${id}/join`, { ...wrong, betItems: hats(1) })).status).toBe(
      400,
    );
    logs.wire = away;
    expect((await ask(bob, id, 2)).code).toBe("log_unavailable");
    logs.wire = async (to, request, deliver) =>
      request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
    const key = { "Idempotency-Key": "two-hats" };
    // What a player does at once: the same items here and there.
    const [first, again, other] = await Promise.all([
      ask(bob, id, 2, key),
      ask(bob, id, 2, key),
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
    await over(bob, one, two);
  });

  it("stay where they are too many, or against what the player's log could not list", async () => {
    const { two, alice, bob } = await begin(MANY + 1);
    const id = await open(alice, MANY);
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
    expect((await ask(bob, id, MANY)).code).toBe("items_not_listed");
    expect(await copiesIn(two, "^player:")).toHaveLength(MANY + 1);
  });

  it("stay where somebody in the other log has one of them, or somebody here one of the game's", async () => {
    const { one, two, alice, bob } = await begin(1);
    /** Somebody of a log has a copy on sight that is in custody in the other one, and stakes it. */
    const sees = async (site: Site, log: number, instance: string) => {
      const name = logs.nameIn(log, "carol");
      const carol = await site.player(name);
      site.sandbox.inventories.set(name, [{ assetId: HAT, instance, serial: null, isOnHold: false }]);
      (await carol.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
      return { carol, staked: await open(carol) };
    };
    const cancel = async (by: Visitor, id: string) =>
      (await by.post(`/api/live-coinflips/${id}/cancel`, {})).as(endpoints.cancelCoinflip);
    const id = await open(alice);
    const there = await sees(one, 1, "2-bob-0");
    expect((await ask(bob, id)).code).toBe("items_held");
    await cancel(there.carol, there.staked);
    const here = await sees(two, 2, "1-alice-0");
    expect((await ask(bob, id)).code).toBe("items_held");
    await cancel(here.carol, here.staked);
    // What is free on sight leaves it for what arrives.
    (await ask(bob, id)).as(endpoints.joinAwayCoinflip);
    const [ended] = await over(bob, one, two);
    expect(["won", "lost"]).toContain(ended?.status);
    await expectRight(one, two);
  });

  it("are asked about between logs alone", async () => {
    const { one } = await begin(1);
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
