import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { OWNER_COMMANDS_MAX } from "#service/event-store/commands/command-queue.ts";
import { SAMPLE_ASSET_MIN } from "#service/integrations/platform/sample/items.ts";
import { collectors } from "#service/lab/testing/collectors.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const HAT = SAMPLE_ASSET_MIN;
const OTHER = SAMPLE_ASSET_MIN + 1;

describeEachEngine("coinflips for items", (engine) => {
  const site = siteOf(engine, { clock: new RunningClock(SITE_BEGINS_AT) });
  beforeAll(() => addSampleData(site.service.deps));

  const collector = collectors(site, "staker");
  const open = async (player: Visitor, betItems: object): Promise<LiveCoinflip> =>
    (await player.post("/api/live-coinflips", { betSide: "rbx", betItems })).as(endpoints.openCoinflip);
  const join = (player: Visitor, id: string, body: object = {}) =>
    player.post(`/api/live-coinflips/${id}/join`, body);
  const min = async () => ({ "Ledger-Min-Position": String((await site.books()).head.position) });
  const free = async (player: Visitor) => {
    const entries = (await player.get("/api/user/limiteds", await min())).as(endpoints.userLimiteds);
    return entries
      .filter(({ inPlay }) => !inPlay)
      .map(({ assetId }) => assetId)
      .toSorted();
  };

  it("stake copies at their value, show them, and return them when cancelled", async () => {
    const alice = await collector(HAT, HAT, OTHER);
    const opened = await open(alice, [{ limitedId: HAT, quantity: 2 }]);
    expect(opened).toMatchObject({ betAmount: null, status: "open" });
    expect(opened.betItems.map(({ limitedId, serialNumber }) => [limitedId, serialNumber])).toEqual([
      [HAT, 2],
      [HAT, 1],
    ]);
    const [item] = opened.betItems;
    expect(Number(opened.totalValue)).toBeCloseTo(2 * Number(item?.value), 2);
    expect(item?.name).not.toBe("");
    expect(await free(alice)).toEqual([OTHER]);
    const shown = await site.visitor().get(`/api/live-coinflips/${opened.id}`, await min());
    expect(shown.as(endpoints.coinflip)).toEqual(opened);
    await alice.post(`/api/live-coinflips/${opened.id}/cancel`, {});
    expect(await free(alice)).toEqual([HAT, HAT, OTHER]);
  });

  it("give everything to the winner without a fee, with the joiner's items picked by the server", async () => {
    const [alice, bob] = [await collector(HAT), await collector(HAT, OTHER)];
    const { id, totalValue } = await open(alice, [{ limitedId: HAT, quantity: 1 }]);
    const streams = [await alice.live(), await bob.live()];
    const { creatorWon, message } = (await join(bob, id)).as(endpoints.joinCoinflip);
    expect(message).toBe(
      creatorWon ? "You lost your items. Better luck next time!" : "You won both players' items.",
    );
    for (const stream of streams) {
      // The loser too: nothing was posted to their account, but the stake is gone.
      const told = await stream.until("games");
      const settled = told.find(({ topic }) => topic === "games")?.position;
      expect(told).toContainEqual({ topic: "inventory", position: settled });
      await stream.close();
    }
    expect(await free(alice)).toEqual(creatorWon ? [HAT, HAT] : []);
    expect(await free(bob)).toEqual(creatorWon ? [OTHER] : [HAT, HAT, OTHER]);
    const stats = (await alice.get("/api/games/stats", await min())).as(endpoints.stats);
    expect(stats).toMatchObject({
      gamesPlayed: 1,
      totalWon: creatorWon ? totalValue : "0.00",
      totalLost: creatorWon ? "0.00" : totalValue,
    });
    for (const player of [alice, bob]) expect((await player.user()).rbxBalance).toBe("1000.00");
    const proof = (await site.visitor().get(`/api/games/${id}/proof`, await min())).as(endpoints.proof);
    if (proof.scheme !== "rt1|pvp") throw new Error("It is a game between players");
    expect(proof).toMatchObject({ status: "settled", gameType: "limiteds_coinflip" });
    expect(proof.participants.map(({ line }) => line.split(":").length)).toEqual([5, 5]);
  });

  it("are looked up only within a player's share of the queue", async () => {
    const [alice, bob] = [await collector(HAT), await collector(HAT)];
    const { id } = await open(alice, [{ limitedId: HAT, quantity: 1 }]);
    const bobsId = (await bob.user()).id;
    const { writer } = site.service.deps;
    const places = Array.from({ length: OWNER_COMMANDS_MAX }, () => writer.reserve(bobsId));
    expect(places).not.toContain(null);
    expect(writer.reserve(bobsId)).toBeNull();
    const refused = await join(bob, id);
    expect([refused.status, refused.code]).toEqual([429, "too_many_requests"]);
    expect((await join(alice, id)).code).toBe("own_game");
    for (const leave of places) {
      leave?.();
      leave?.();
    }
    expect((await join(bob, id)).status).toBe(200);
  });

  it("refuse items of others, in play or too few, and joiners without matching items", async () => {
    const [alice, bob, carol] = [await collector(HAT), await collector(OTHER), await collector()];
    const { id } = await open(alice, [{ limitedId: HAT, quantity: 1 }]);
    const before = await site.books();
    const staked = [{ limitedId: HAT, quantity: 1 }];
    for (const [player, code] of [
      [alice, "items_in_play"],
      [bob, "item_not_owned"],
      [carol, "item_not_owned"],
    ] as const) {
      const answer = await player.post("/api/live-coinflips", { betSide: "rbx", betItems: staked });
      expect(answer.problem()).toMatchObject({ status: 409, code });
    }
    expect((await join(carol, id)).problem()).toMatchObject({ status: 409, code: "no_matching_items" });
    expect((await join(carol, id)).problem().detail).toContain("RBX short");
    const named = await join(bob, id, { betItems: [{ limitedId: OTHER, quantity: 1 }] });
    expect(named.problem()).toMatchObject({ status: 409, code: "items_do_not_match" });
    expect((await join(alice, id)).problem()).toMatchObject({ status: 409, code: "own_game" });
    expect(await site.books()).toEqual(before);
    await alice.post(`/api/live-coinflips/${id}/cancel`, {});
  });
});
