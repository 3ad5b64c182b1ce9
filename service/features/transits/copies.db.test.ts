import { afterAll, beforeAll, expect, it } from "vitest";
import type { Copy } from "#domain/accounts/item.ts";
import { endpoints } from "#domain/features/contract.ts";
import { eventTypes } from "#domain/features/registry.ts";
import type { HouseItem } from "#domain/features/transits/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { reconcileLogs } from "#domain/ledger/transit/reconcile.ts";
import { allProjections } from "#projections/features/all.ts";
import { Statements } from "#projections/kernel/advance.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import { replay } from "#projections/replay.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { custodyModel, logModel } from "#service/features/log-model.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { severalLogs, type Wire } from "#service/lab/testing/logs/several-logs.ts";
import { NEWEST, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { readTransits } from "#service/ledger/peers/read-transits.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import { transits } from "./feature.ts";

const HAT = sampleItems.find(({ price }) => price < 1_000)?.assetId ?? 0;
/** Enough coins that one loses, except once in a million runs. */
const HATS = 48;

/** A wire that fails every request. */
const away: Wire = async () => {
  throw new TypeError("fetch failed");
};

describeEachEngine("items between two logs", (engine) => {
  const logs = severalLogs(engine, 2);
  let admins: readonly [Visitor, Visitor];
  let alice: Visitor;
  beforeAll(async () => {
    const config = { secondApprovalAbove: minor("10000000.00") };
    const [one, two] = [await logs.start(1, { config }), await logs.start(2)];
    await addSampleData(one.service.deps);
    admins = [await one.player(logs.nameIn(1, "admin")), await two.player(logs.nameIn(2, "admin"))];
    // All players sign in now: the first sign-in needs the other log.
    for (const [n, site] of [one, two].entries()) await site.player(logs.nameIn(n + 1, "deputy"));
    alice = await inCustody(one);
  });
  afterAll(() => logs.close());

  const carry = (site: Site) => transits.of(site.service.deps).courier?.carry();
  const holderOf = async ({ db }: Site, copy: Copy): Promise<string[]> => {
    const rows = await db.query<{ account: string }>(
      "select account from holdings where asset = $1 and amount = 1",
      [copy],
    );
    return rows.map(({ account }) => account);
  };
  const houseItems = async (admin: Visitor) =>
    (await admin.get("/api/admin/transits/items", NEWEST)).as(endpoints.houseItems).items;
  const propose = (admin: Visitor, log: number, copy: Copy, headers: HeadersInit = {}) =>
    admin.post("/api/admin/transits/items", { log, copy, reason: "There it is needed" }, headers);
  const proposalOf = (answer: Answer) => endpoints.sendCopy.answers[202].parse(answer.body).proposal;
  /** A log's admin sends an item, and the deputy confirms. @returns the transit's id */
  async function send(from: number, log: number, copy: Copy): Promise<string> {
    const site = logs.site(from);
    const { id } = proposalOf(await propose(await site.player(logs.nameIn(from, "admin")), log, copy));
    const deputy = await site.player(logs.nameIn(from, "deputy"));
    (await deputy.post(`/api/admin/proposals/${id}/confirm`, {})).as(endpoints.confirmProposal);
    return `${from}-${id}`;
  }

  /** Puts hats of alice of log 1 into custody. */
  async function inCustody(one: Site): Promise<Visitor> {
    const name = logs.nameIn(1, "alice");
    const alice = await one.player(name);
    const instances = Array.from({ length: HATS }, (_, n) => `hat-${n}`);
    const copies = instances.map((instance, n) => ({
      assetId: HAT,
      instance,
      serial: n + 1,
      isOnHold: false,
    }));
    one.sandbox.inventories.set(name, copies);
    (await alice.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
    const items = (await alice.get("/api/limiteds", NEWEST)).as(endpoints.limiteds);
    const itemId = items.find(({ robloxAssetId }) => robloxAssetId === HAT)?.id;
    const tradeUrl = "https://www.roblox.com/trades/1";
    const asked = { type: "roblox_limited", itemId, quantity: HATS, tradeUrl };
    const { id } = (await alice.post("/api/deposits", asked)).as(endpoints.requestDeposit);
    const approved = await admins[0].post(`/api/admin/deposits/${id}/approve`, { instances });
    expect(approved.as(endpoints.approveDeposit).status).toBe("completed");
    return alice;
  }

  /** Alice loses a hat to the bot. @returns it, as the house holds it */
  async function lost(): Promise<HouseItem> {
    const before = new Set((await houseItems(admins[0])).map(({ copy }) => copy));
    for (;;) {
      const bet = { betItems: [{ limitedId: HAT, quantity: 1 }], betSide: "rbx" };
      const { won } = (await alice.post("/api/games/coinflip-vs-bot", bet)).as(endpoints.botFlip);
      if (won) continue;
      const item = (await houseItems(admins[0])).find(({ copy }) => !before.has(copy));
      if (item === undefined) throw new Error("the house has won an item");
      return item;
    }
  }

  /** The platform shows an item of log 1 with a new player of log 2. */
  async function sighted(two: Site, { copy, serial }: HouseItem) {
    const name = logs.nameIn(2, `bob_${tests}_`);
    const bob = await two.player(name);
    const [, , instance = ""] = copy.split(":");
    two.sandbox.inventories.set(name, [{ assetId: HAT, instance, serial, isOnHold: false }]);
    (await bob.post("/api/sync-inventory", {})).as(endpoints.syncInventory);
    return { bob, instance };
  }

  let tests = 0;
  const begin = async () => {
    tests += 1;
    logs.wire = null;
    const item = await lost();
    return { one: logs.site(1), two: logs.site(2), item, copy: item.copy };
  };

  const expectReconciled = async (...sites: readonly Site[]) => {
    const read = await Promise.all(
      sites.map(({ db, service }) => readTransits(db, service.deps.writer.logId, custodyModel)),
    );
    expect(reconcileLogs(read).problems).toEqual([]);
  };

  it("go there and back, always in one log or in transit, in custody, with their serial", async () => {
    const { one, two, item, copy } = await begin();
    expect(item).toMatchObject({ limitedId: HAT, serial: expect.any(Number) });
    logs.wire = away;
    const id = await send(1, 2, copy);
    await carry(one);
    expect(await holderOf(one, copy)).toEqual([`transit:${id}`]);
    expect((await propose(admins[0], 2, copy)).code).toBe("copies_not_free");
    await expectReconciled(one, two);
    logs.wire = null;
    await carry(one);
    await carry(one);
    expect([await holderOf(one, copy), await holderOf(two, copy)]).toEqual([["elsewhere"], ["house"]]);
    // The platform still shows it with its loser.
    await alice.post("/api/sync-inventory", {});
    expect(await holderOf(one, copy)).toEqual(["elsewhere"]);
    expect(await houseItems(admins[0])).toEqual([]);
    // Log 2 has no catalogue, and knows the serial from the departure.
    const { serial } = item;
    expect(await houseItems(admins[1])).toEqual([{ copy, limitedId: HAT, name: `Item ${HAT}`, serial }]);
    await expectReconciled(one, two);
    await send(2, 1, copy);
    await carry(two);
    await carry(two);
    expect([await holderOf(one, copy), await holderOf(two, copy)]).toEqual([["house"], ["elsewhere"]]);
    expect(await houseItems(admins[0])).toEqual([item]);
    const shown = (await admins[0].get("/api/admin/transits", NEWEST)).as(endpoints.transits);
    expect(shown.items).toMatchObject([
      { direction: "in", asset: "items", items: [copy], amount: "1.00", account: "house" },
      { direction: "out", asset: "items", items: [copy], amount: "1.00", account: "house" },
    ]);
    expect(shown.peers).toEqual([]);
    await expectReconciled(one, two);
  });

  it("wait outside a log that has them still, and come in once it knows that they had arrived", async () => {
    const { one, two, copy } = await begin();
    // Log 2 gets the departure, and its answer is lost.
    logs.wire = async (to, request, deliver) => {
      const answer = await deliver(request);
      if (to === 2) throw new TypeError("fetch failed");
      return answer;
    };
    await send(1, 2, copy);
    await carry(one);
    await send(2, 1, copy);
    await carry(two);
    const [, out] = [await holderOf(one, copy), await holderOf(two, copy)];
    expect(out).toEqual([expect.stringMatching(/^transit:2-/)]);
    const troubleShown = async () =>
      (await admins[1].get("/api/admin/transits", NEWEST)).as(endpoints.transits).ways[0]?.trouble;
    expect(await troubleShown()).toContain(`This log has ${copy} still`);
    // A try under way does not hide what the last one met.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    logs.wire = async (_to, request, deliver) => {
      await released;
      return deliver(request);
    };
    const trying = carry(two);
    expect(await troubleShown()).toContain(`This log has ${copy} still`);
    release();
    await trying;
    logs.wire = null;
    await carry(one);
    await carry(two);
    expect([await holderOf(one, copy), await holderOf(two, copy)]).toEqual([["house"], ["elsewhere"]]);
    await expectReconciled(one, two);
  });

  it("arrive although their earlier owner still has them on sight", async () => {
    const { one, two, item, copy } = await begin();
    await addSampleData(two.service.deps);
    const { bob } = await sighted(two, item);
    expect(await holderOf(two, copy)).toEqual([expect.stringMatching(/^player:/)]);
    // Waits for the read models.
    await bob.get("/api/user/limiteds", NEWEST);
    await send(1, 2, copy);
    await carry(one);
    await carry(one);
    expect([await holderOf(one, copy), await holderOf(two, copy)]).toEqual([["elsewhere"], ["house"]]);
    expect(await houseItems(admins[1])).toMatchObject([{ copy, serial: item.serial }]);
    await expectReconciled(one, two);
  });

  /** Bob of log 2 requests a deposit of an item of log 1. @returns an admin's attempt to approve it */
  async function askedFor(two: Site, item: HouseItem): Promise<() => Promise<Answer>> {
    await addSampleData(two.service.deps);
    const { bob, instance } = await sighted(two, item);
    const items = (await bob.get("/api/limiteds", NEWEST)).as(endpoints.limiteds);
    const itemId = items.find(({ robloxAssetId }) => robloxAssetId === HAT)?.id;
    const asked = { type: "roblox_limited", itemId, tradeUrl: "https://www.roblox.com/trades/1" };
    const { id } = (await bob.post("/api/deposits", asked)).as(endpoints.requestDeposit);
    const admin = await two.player(logs.nameIn(2, "admin"));
    return () => admin.post(`/api/admin/deposits/${id}/approve`, { instances: [instance] });
  }

  it("cannot be deposited in another log while in transit", async () => {
    const { one, two, item, copy } = await begin();
    const approve = await askedFor(two, item);
    logs.wire = async (to, request, deliver) =>
      request.url.endsWith("/transits") ? away(to, request, deliver) : deliver(request);
    await send(1, 2, copy);
    expect((await approve()).problem().code).toBe("kept_elsewhere");
    logs.wire = null;
    await carry(one);
    await carry(one);
    // The house of log 2 holds it by now.
    expect((await approve()).problem().code).toBe("copies_not_free");
    await expectReconciled(one, two);
  });

  it("are shown only to other logs", async () => {
    const { one, copy } = await begin();
    const tell = (secret: string, body: unknown) =>
      one.service.app.request("http://localhost:3000/api/webhooks/kept-items", {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${secret}` },
        body: JSON.stringify(body),
      });
    expect((await tell("another-secret-of-no-use", { copies: [copy] })).status).toBe(401);
    expect((await tell(logs.settings.secret, { copies: ["RBX"] })).status).toBe(400);
    const told = await tell(logs.settings.secret, { copies: [copy, `item:${HAT}:nobody`] });
    expect(await told.json()).toEqual({ kept: [copy] });
  });

  it("are sent only by two admins, and only out of custody", async () => {
    const { one, two, item, copy } = await begin();
    expect((await propose(alice, 2, copy)).status).toBe(403);
    expect((await propose(admins[0], 3, copy)).code).toBe("log_unknown");
    expect((await propose(admins[0], 2, `item:${HAT}:nobody`)).code).toBe("copies_not_free");
    for (const wrong of ["RBX", "item:1", "item:0:1", "item:1:a:b", "item:1:a b"])
      expect((await propose(admins[0], 2, wrong as Copy)).status).toBe(400);
    const key = { "Idempotency-Key": "the-hat" };
    const proposal = proposalOf(await propose(admins[0], 2, copy, key));
    expect(proposalOf(await propose(admins[0], 2, copy, key)).id).toBe(proposal.id);
    const confirm = (by: Visitor) => by.post(`/api/admin/proposals/${proposal.id}/confirm`, {});
    expect((await confirm(admins[0])).code).toBe("second_admin_needed");
    expect(await holderOf(one, copy)).toEqual(["house"]);
    const deputy = await one.player(logs.nameIn(1, "deputy"));
    const seen = (await deputy.get("/api/admin/proposals", NEWEST)).as(endpoints.proposals).items;
    const name = sampleItems.find(({ assetId }) => assetId === HAT)?.name;
    const act = { kind: "send_item", log: 2, copy, item: name, serial: item.serial };
    expect(seen.filter(({ id }) => id === proposal.id)).toMatchObject([{ act, bar: null }]);
    expect((await confirm(deputy)).status).toBe(200);
    expect(await holderOf(one, copy)).toEqual([`transit:1-${proposal.id}`]);
    await carry(one);
    await carry(one);
    await expectReconciled(one, two);
  });

  it("leave logs that the verifier accepts, and read models that a replay reproduces", async () => {
    for (const { db, service } of [logs.site(1), logs.site(2)]) {
      const { writer, signer } = service.deps;
      const { logId } = writer;
      const options = { logId, model: logModel, keys: signer.publicKeys().keys };
      expect(await verifyLog(db, options)).toMatchObject({ ok: true });
      const statements = new Statements(eventTypes);
      const compared = await replay({ db, logId, owner: "test", statements }, allProjections);
      expect(compared.filter(differs)).toEqual([]);
    }
  });

  // From here on both logs have an item, so this test is last.
  it("cannot be deposited in another log, and are found if two logs approved one at the same moment", async () => {
    const { one, two, item, copy } = await begin();
    const approve = await askedFor(two, item);
    expect((await approve()).problem().code).toBe("kept_elsewhere");
    logs.wire = away;
    expect((await approve()).problem().code).toBe("log_unavailable");
    // Log 1 answers as before it approved.
    logs.wire = async (_to, request, deliver) =>
      request.url.endsWith("/kept-items") ? Response.json({ kept: [] }) : deliver(request);
    expect((await approve()).as(endpoints.approveDeposit).status).toBe("completed");
    const read = await Promise.all(
      [one, two].map(({ db, service }) => readTransits(db, service.deps.writer.logId, custodyModel)),
    );
    expect(reconcileLogs(read).problems).toEqual([`Logs 1 and 2 both have ${copy} in custody.`]);
  });
});
