import { afterEach, beforeAll, expect, it } from "vitest";
import { type Account, playerAccount } from "#domain/accounts/account.ts";
import { type Copy, copyOf } from "#domain/accounts/item.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import { move } from "#domain/ledger/posting.ts";
import { verifyReceipt } from "#domain/ledger/receipt.ts";
import { logStreamKind, recordRecovery, recoveryStream } from "#domain/ledger/recovery.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { sha256 } from "#service/event-store/append/hashing.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { SAMPLE_ASSET_MIN, sampleItems } from "#service/integrations/platform/sample/items.ts";
import type { SandboxCopy } from "#service/integrations/platform/sandbox/inventories.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";

const SYNC = "/api/sync-inventory";
const MINE = "/api/user/limiteds";
const HAT = SAMPLE_ASSET_MIN;

let names = 0;
/** A name not used before. */
const fresh = (): string => {
  names += 1;
  return `collector_${names}`;
};

const copiesOf = (name: string, count: number, differently: Partial<SandboxCopy> = {}): SandboxCopy[] =>
  Array.from({ length: count }, (_, n) => ({
    assetId: SAMPLE_ASSET_MIN + (n % 40),
    instance: `${name.replaceAll("_", "-")}-${n}`,
    serial: n + 1,
    isOnHold: false,
    ...differently,
  }));

describeEachEngine("a sync of an inventory", (engine) => {
  const site = siteOf(engine);
  beforeAll(() => addSampleData(site.service.deps));
  afterEach(() => {
    site.sandbox.setApiFaults({});
  });

  const collector = async (copies: readonly SandboxCopy[], name = fresh()) => {
    const player = await site.player(name);
    site.sandbox.inventories.set(name, copies);
    return { name, player, id: (await player.user()).id };
  };
  const sync = async (player: Visitor) => {
    site.clock.now += 1_000;
    return player.post(SYNC, {});
  };
  const syncs = async (player: Visitor) => (await sync(player)).as(endpoints.syncInventory);
  /** A player's items as of the head. */
  const mine = async (player: Visitor): Promise<UserLimited[]> => {
    const { position } = (await site.books()).head;
    expect(await site.service.deps.reads.whenReached(["copies", "limiteds"], Number(position), 30_000)).toBe(
      true,
    );
    return (await player.get(MINE)).as(endpoints.userLimiteds);
  };

  /** The holdings of a copy, by account. */
  const held = async (copy: Copy) => {
    const rows = await site.db.query<{ account: string; amount: bigint }>(
      "select account, amount from holdings where asset = $1 and amount <> 0 order by account",
      [copy],
    );
    return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
  };
  const nameOf = ({ assetId, instance }: SandboxCopy): Copy => copyOf(assetId, instance);

  /** Moves copies as a game does, in an event whose type syncs do not handle. */
  const handOver = async (from: Account, to: Account, ...copies: readonly SandboxCopy[]) => {
    const assets = copies.map(nameOf);
    const outcome = await site.service.deps.writer.submit({
      ...serviceOrigin(site.clock.now),
      reads: () => ({
        streams: [{ kind: logStreamKind, name: recoveryStream }],
        holdings: assets.flatMap((asset) => [from, to].map((account) => ({ account, asset }))),
      }),
      decide: () => {
        const decision = recordRecovery(0);
        if ("refused" in decision) return decision;
        const postings = assets.flatMap((asset) => move({ from, to, asset, amount: 1n }));
        return { ...decision, events: decision.events.map((event) => ({ ...event, postings })) };
      },
    });
    expect(outcome.kind).toBe("committed");
  };

  it("credits every copy once, with serial, kind, value and time, and answers with their number", async () => {
    const copies = copiesOf("first", 3);
    const { player, id } = await collector(copies);
    expect(await syncs(player)).toEqual({ count: 3 });
    const items = await mine(player);
    expect(items.map(({ serialNumber, quantity }) => [serialNumber, quantity])).toEqual([
      [3, 1],
      [2, 1],
      [1, 1],
    ]);
    const at = new Date(site.clock.now).toISOString();
    expect(items.at(-1)).toMatchObject({
      userId: id,
      assetId: HAT,
      limitedId: HAT,
      itemName: sampleItems[0]?.name,
      assetType: 8,
      dateAcquired: at,
      lastSynced: at,
      inPlay: false,
      limited: { robloxAssetId: HAT, name: sampleItems[0]?.name, imageUrl: `/api/limiteds/${HAT}/picture` },
    });
    const [hat] = (await player.get("/api/limiteds")).as(endpoints.limiteds);
    expect(items.at(-1)).toMatchObject({ itemValue: hat?.estimatedValue, limited: hat });
    expect(await held(nameOf(copies[0]!))).toEqual({ platform: -1, [`player:${id}`]: 1 });
    expect(await syncs(player)).toEqual({ count: 3 });
    expect((await mine(player)).map(({ id: entry }) => entry)).toEqual(items.map(({ id: entry }) => entry));
  });

  it("lists items new to the catalogue, by the platform's data", async () => {
    const copies = copiesOf("unheard-of", 2, { assetId: 800_001, serial: null });
    const { player } = await collector(copies);
    expect(await syncs(player)).toEqual({ count: 2 });
    expect(await mine(player)).toMatchObject([
      { itemName: "Item 800001", itemValue: "1000.00", quantity: 2, limited: { rarity: "common" } },
    ]);
  });

  it("groups equal copies without a serial", async () => {
    const alike = copiesOf("alike", 3, { assetId: HAT + 2, serial: null });
    const { player } = await collector([...alike, ...copiesOf("alike-not", 1)]);
    await syncs(player);
    expect((await mine(player)).map(({ assetId, quantity }) => [assetId, quantity])).toEqual([
      [HAT, 1],
      [HAT + 2, 3],
    ]);
  });

  it("shows a requested number of entries, and the entries before one", async () => {
    const { player } = await collector(copiesOf(fresh(), 5));
    await syncs(player);
    const all = await mine(player);
    expect(all).toHaveLength(5);
    const asked = async (query: string) =>
      (await player.get(`${MINE}?${query}`)).as(endpoints.userLimiteds).map(({ id }) => id);
    const ids = all.map(({ id }) => id);
    expect(await asked("limit=2")).toEqual(ids.slice(0, 2));
    expect(await asked(`limit=2&before=${ids[1]}`)).toEqual(ids.slice(2, 4));
    expect(await asked(`before=${ids[4]}`)).toEqual([]);
    for (const query of ["limit=0", "limit=201", "limit=x", "before=-1", "before=", "next=1"])
      expect([query, (await player.get(`${MINE}?${query}`)).status]).toEqual([query, 400]);
  });

  it("reads an inventory to its last page, a full one included, in one command", async () => {
    const { player } = await collector(copiesOf("hundreds", 200));
    const { position } = (await site.books()).head;
    expect(await syncs(player)).toEqual({ count: 200 });
    expect((await site.books()).head.position - position).toBe(1n);
    expect((await mine(player)).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(200);
  });

  it("syncs more than a thousand copies in few events", async () => {
    const { player } = await collector(copiesOf("thousands", 1_150));
    const { position } = (await site.books()).head;
    expect(await syncs(player)).toEqual({ count: 1_150 });
    expect((await site.books()).head.position - position).toBe(2n);
    expect(await mine(player)).toHaveLength(1_150);
  });

  it("moves a copy that was traded to another player in one event", async () => {
    const [copy] = copiesOf("traded", 1) as [SandboxCopy];
    const seller = await collector([copy]);
    const buyer = await collector([]);
    await syncs(seller.player);
    site.sandbox.inventories.trade(copy.instance, seller.name, buyer.name);
    await syncs(buyer.player);
    expect(await held(nameOf(copy))).toEqual({ platform: -1, [`player:${buyer.id}`]: 1 });
    expect(await mine(seller.player)).toEqual([]);
    expect(await mine(buyer.player)).toMatchObject([{ assetId: copy.assetId, inPlay: false }]);
    await syncs(seller.player);
    expect(await held(nameOf(copy))).toEqual({ platform: -1, [`player:${buyer.id}`]: 1 });
  });

  it("shows a player who lost a copy to another's sync only that copy, in a receipt that verifies", async () => {
    const [hers, others, found] = [copiesOf("mine", 1), copiesOf("others", 1), copiesOf("found", 2)];
    const [seller, third, buyer] = [await collector(hers), await collector(others), await collector(found)];
    await syncs(seller.player);
    await syncs(third.player);
    for (const [copy, { name }] of [
      [hers[0], seller],
      [others[0], third],
    ] as const)
      if (copy !== undefined) site.sandbox.inventories.trade(copy.instance, name, buyer.name);
    await syncs(buyer.player);
    const entries = (await seller.player.get("/api/ledger?limit=1")).as(endpoints.entries);
    const position = entries.items[0]?.position ?? 0;
    const receipt = (await seller.player.get(`/api/ledger/receipts/${position}`)).as(endpoints.receipt);
    const shown = Buffer.from(receipt.event, "base64").toString("utf8");
    expect(shown).toContain(nameOf(hers[0] as SandboxCopy));
    for (const copy of [...others, ...found]) expect(shown).not.toContain(nameOf(copy));
    expect(shown).not.toContain(third.id);
    const keys = (await site.visitor().get("/api/ledger/keys")).as(endpoints.keys).keys;
    const ports = { keys, sha256: async (bytes: Uint8Array) => sha256(bytes), verifyEd25519 };
    expect(await verifyReceipt(receipt, ports)).toMatchObject({
      ok: true,
      event: { type: "InventorySynced" },
    });
    expect((await third.player.get(`/api/ledger/receipts/${position}`)).status).toBe(404);
    expect((await buyer.player.get(`/api/ledger/receipts/${position}`)).status).toBe(200);
  });

  it("is pushed to every player whose items it changes", async () => {
    const [copy] = copiesOf("told-live", 1) as [SandboxCopy];
    const [seller, buyer] = [await collector([copy]), await collector([])];
    await syncs(seller.player);
    site.sandbox.inventories.trade(copy.instance, seller.name, buyer.name);
    const streams = [await seller.player.live(), await buyer.player.live()];
    await syncs(buyer.player);
    for (const stream of streams) {
      await stream.until("inventory");
      await stream.close();
    }
  });

  it("removes copies gone from the platform, and credits them again on their return", async () => {
    const [copy] = copiesOf("gone", 1) as [SandboxCopy];
    const { name, player, id } = await collector([copy]);
    await syncs(player);
    const [before] = await mine(player);
    site.sandbox.inventories.set(name, []);
    expect(await syncs(player)).toEqual({ count: 0 });
    expect(await held(nameOf(copy))).toEqual({});
    expect(await mine(player)).toEqual([]);
    site.sandbox.inventories.set(name, [copy]);
    await syncs(player);
    expect(await held(nameOf(copy))).toEqual({ platform: -1, [`player:${id}`]: 1 });
    const [after] = await mine(player);
    expect(after?.id).not.toBe(before?.id);
  });

  it("leaves staked copies in play, whoever syncs, and removes them only once free", async () => {
    const copies = copiesOf("staked", 2) as [SandboxCopy, SandboxCopy];
    const owner = await collector(copies);
    const other = await collector([]);
    await syncs(owner.player);
    await handOver(playerAccount(owner.id), "escrow:game_1", copies[0]);
    await syncs(owner.player);
    const [, staked] = await mine(owner.player);
    expect(staked).toMatchObject({ serialNumber: 1, inPlay: true });
    site.sandbox.inventories.trade(copies[0].instance, owner.name, other.name);
    await syncs(other.player);
    await syncs(owner.player);
    expect(await held(nameOf(copies[0]))).toEqual({ platform: -1, "escrow:game_1": 1 });
    expect(await mine(other.player)).toMatchObject([{ serialNumber: 1, inPlay: true }]);
    expect((await mine(owner.player)).map(({ inPlay }) => inPlay)).toEqual([false, true]);
    await handOver("escrow:game_1", playerAccount(owner.id), copies[0]);
    expect((await mine(owner.player)).map(({ id }) => id)).toContain(staked?.id);
    await syncs(owner.player);
    expect(await held(nameOf(copies[0]))).toEqual({});
  });

  it("returns no copy lost in a game", async () => {
    const [copy] = copiesOf("lost", 1) as [SandboxCopy];
    const loser = await collector([copy]);
    const winner = await collector([]);
    await syncs(loser.player);
    await handOver(playerAccount(loser.id), playerAccount(winner.id), copy);
    for (const { player } of [loser, winner, loser]) await syncs(player);
    expect(await held(nameOf(copy))).toEqual({ platform: -1, [`player:${winner.id}`]: 1 });
    expect(await mine(winner.player)).toMatchObject([{ inPlay: false }]);
    expect(await mine(loser.player)).toMatchObject([{ inPlay: true }]);
  });

  it("ignores copies on hold: neither adds nor removes them", async () => {
    const copies = copiesOf("hold", 2);
    const { name, player } = await collector([copies[0]!, { ...copies[1]!, isOnHold: true }]);
    expect(await syncs(player)).toEqual({ count: 1 });
    site.sandbox.inventories.set(
      name,
      copies.map((copy) => ({ ...copy, isOnHold: true })),
    );
    expect(await syncs(player)).toEqual({ count: 0 });
    expect(await mine(player)).toMatchObject([{ serialNumber: 1 }]);
  });

  it("credits a copy once when two players sync it at once, and each player once", async () => {
    const copies = copiesOf("at-once", 20);
    const { player } = await collector(copies);
    const answers = await Promise.all(Array.from({ length: 5 }, () => player.post(SYNC, {})));
    expect(answers.map((answer) => answer.as(endpoints.syncInventory))).toEqual(
      Array.from({ length: 5 }, () => ({ count: 20 })),
    );
    expect(await mine(player)).toHaveLength(20);
    const [one, two] = [await collector(copiesOf("same", 9)), await collector(copiesOf("same", 9))];
    await Promise.all([sync(one.player), sync(two.player)]);
    const both = [...(await mine(one.player)), ...(await mine(two.player))].filter(({ inPlay }) => !inPlay);
    expect(both).toHaveLength(9);
    for (const copy of copiesOf("same", 9)) expect(Object.values(await held(nameOf(copy)))).toEqual([-1, 1]);
  });

  it("gives a repeated request the first answer, without asking the platform", async () => {
    const { name, player } = await collector(copiesOf("again", 2));
    const key = { "Idempotency-Key": "sync once" };
    expect((await player.post(SYNC, {}, key)).as(endpoints.syncInventory)).toEqual({ count: 2 });
    site.sandbox.inventories.set(name, []);
    site.sandbox.setApiFaults({ fault: "error_500" });
    expect((await player.post(SYNC, {}, key)).as(endpoints.syncInventory)).toEqual({ count: 2 });
    expect(await mine(player)).toHaveLength(2);
  });

  it.each([
    ["hidden", 409, "inventory_private"],
    ["hidden_legacy", 409, "inventory_private"],
    ["error_500", 503, "unavailable"],
    ["rate_limited", 503, "unavailable"],
    ["malformed", 503, "unavailable"],
    ["token_refused", 409, "platform_token_expired"],
  ] as const)(
    "says what went wrong when the platform is %s, and changes nothing",
    async (fault, status, code) => {
      const { player } = await collector(copiesOf(`fault-${fault.replaceAll("_", "-")}`, 2));
      await syncs(player);
      const [before, items] = [await site.books(), await mine(player)];
      site.sandbox.setApiFaults({ fault });
      const answer = await player.post(SYNC, {});
      expect([answer.status, answer.code]).toEqual([status, code]);
      // The site distinguishes the three by these words in the answer.
      const words = { private: answer.text.includes("private"), token: answer.text.includes("token") };
      expect(words).toEqual({
        private: code === "inventory_private",
        token: code === "platform_token_expired",
      });
      expect(await site.books()).toEqual(before);
      site.sandbox.setApiFaults({});
      expect(await mine(player)).toEqual(items);
    },
  );

  it("changes nothing if the last page does not arrive", async () => {
    const { name, player } = await collector(copiesOf("cut-off", 150));
    await syncs(player);
    const before = await site.books();
    site.sandbox.inventories.set(name, copiesOf("cut-off", 120));
    site.sandbox.setApiFaults({ fault: "circular_pages" });
    expect((await player.post(SYNC, {})).status).toBe(503);
    expect(await site.books()).toEqual(before);
  });

  it("continues after temporary failures", async () => {
    const { player } = await collector(copiesOf("passing", 2));
    site.sandbox.setApiFaults({ fault: "error_500", times: 3 });
    expect(await syncs(player)).toEqual({ count: 2 });
  });

  it("reports a private inventory until it is public", async () => {
    const player = await site.player("private");
    expect((await sync(player)).code).toBe("inventory_private");
    site.sandbox.inventories.hide("private", false);
    expect((await syncs(player)).count).toBe(3);
    site.sandbox.inventories.hide("private", true);
  });

  it("renews an expired access token, and requires a new sign-in if that is refused", async () => {
    const { name, player } = await collector(copiesOf("old-token", 1));
    site.clock.now += 20 * 60_000;
    expect(await syncs(player)).toEqual({ count: 1 });
    site.clock.now += 20 * 60_000;
    const refreshTokens = site.platformTokens.filter((text) => text.split(".").length === 5);
    const form = {
      token: refreshTokens.at(-1) ?? "",
      client_id: "florin-test",
      client_secret: "florin-test-secret",
    };
    const revoke = new Request(`${site.sandbox.issuer}v1/token/revoke`, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    expect((await site.sandbox.fetch(revoke)).status).toBe(200);
    expect((await sync(player)).code).toBe("platform_token_expired");
    await player.signIn(name);
    expect(await syncs(player)).toEqual({ count: 1 });
  });

  it.each([
    ["an unknown field", { all: true }, 400],
    ["a list", [], 400],
    ["nothing", null, 400],
  ])("refuses %s", async (_what, body, status) => {
    const { player } = await collector([]);
    const before = await site.books();
    expect((await player.post(SYNC, body)).status).toBe(status);
    expect(await site.books()).toEqual(before);
  });

  it("is only for players", async () => {
    expect((await site.visitor().post(SYNC, {})).status).toBe(401);
    expect((await site.visitor().get(MINE)).status).toBe(401);
  });

  it("keeps every copy in one account, and read models that a rebuild reproduces", async () => {
    const [wrong] = await site.db.query<{ assets: bigint }>(
      `select count(*) as assets from (select asset from holdings where asset like 'item:%' group by asset
        having sum(amount) <> 0 or max(amount) > 1 or sum(amount) filter (where account <> 'platform') not in (0, 1)) w`,
    );
    expect(wrong).toEqual({ assets: 0n });
    for (const { live, rebuilt } of await site.service.deps.reads.rebuild(["copies", "limiteds"]))
      expect(rebuilt).toBe(live);
  });
});
