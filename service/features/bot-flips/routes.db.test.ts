import { beforeAll, expect, it } from "vitest";
import type { BotFlipAnswer } from "#domain/features/bot-flips/contract.ts";
import { winningsOf } from "#domain/features/bot-flips/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import { formatMinor, minor } from "#domain/kernel/money.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import { collectors } from "#service/lab/testing/collectors.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const BOT = "/api/games/coinflip-vs-bot";
const [CHEAP, OTHER_CHEAP] = sampleItems.filter(({ price }) => price < 1_000);
const HAT = CHEAP?.assetId ?? 0;
const OTHER = OTHER_CHEAP?.assetId ?? 0;
/** An item worth more than the maximum. */
const DEAR = sampleItems.find(({ price }) => price > 1_000_000)?.assetId ?? 0;

describeEachEngine("a flip for items against the bot", (engine) => {
  const site = siteOf(engine);
  beforeAll(() => addSampleData(site.service.deps));

  const collector = collectors(site, "bot_player");
  const entryOf = async (player: Visitor, assetId: number): Promise<number> =>
    (await entries(player)).find((entry) => entry.assetId === assetId)?.id ?? 0;
  const hats = (quantity: number) => ({ betItems: [{ limitedId: HAT, quantity }], betSide: "rbx" });
  const entries = async (player: Visitor) =>
    (await player.get("/api/user/limiteds")).as(endpoints.userLimiteds);
  const free = async (player: Visitor) =>
    (await entries(player)).filter(({ inPlay }) => !inPlay).map(({ assetId }) => assetId);

  /** Flips for one hat after another until there is a win and a loss. */
  async function untilBoth(player: Visitor): Promise<BotFlipAnswer[]> {
    const played: BotFlipAnswer[] = [];
    while (new Set(played.map(({ won }) => won)).size < 2)
      played.push((await player.post(BOT, hats(1))).as(endpoints.botFlip));
    return played;
  }

  it("pays 0.8 of the value or takes the items, and counts in every list and statistic of games", async () => {
    const alice = await collector(...Array.from({ length: 40 }, () => HAT));
    const value = minor((await entries(alice))[0]?.itemValue ?? "0");
    const winnings = winningsOf(value);
    const played = await untilBoth(alice);
    const wins = played.filter(({ won }) => won);
    for (const { won, winAmount, result } of played) {
      expect(winAmount).toBe(won ? formatMinor(value + winnings) : "0.00");
      expect(result === "rbx").toBe(won);
    }
    const { rbxBalance, tixBalance } = await alice.user();
    expect(rbxBalance).toBe(formatMinor(minor("1000.00") + winnings * BigInt(wins.length)));
    expect(tixBalance).toBe("500.00");
    const losses = played.length - wins.length;
    expect(await free(alice)).toHaveLength(40 - losses);
    expect((await alice.get("/api/games/stats")).as(endpoints.stats)).toMatchObject({
      gamesPlayed: played.length,
      wins: wins.length,
      totalWon: formatMinor(winnings * BigInt(wins.length)),
      totalLost: formatMinor(value * BigInt(losses)),
    });
    const history = (await alice.get("/api/games/history")).as(endpoints.history);
    expect(history.map(({ id }) => id)).toEqual(played.map(({ id }) => id).reverse());
    expect(history[0]).toMatchObject({ gameType: "coinflip_vs_bot", betAmount: formatMinor(value) });
    expect((await alice.user()).experience).toBeGreaterThanOrEqual(10 * played.length);
    const leaders = (await alice.get("/api/leaderboard?period=all&by=wagered")).as(endpoints.leaderboard);
    expect(leaders.map(({ wagered }) => wagered)).toContain(formatMinor(value * BigInt(played.length)));
    expect((await alice.get("/api/games/bets?limit=1")).as(endpoints.liveBets)[0]?.id).toBe(
      played.at(-1)?.id,
    );
    await alice.post("/api/sync-inventory", {});
    expect(await free(alice)).toHaveLength(40 - losses);
    expect(
      (
        await site.service.deps.db.query(
          "select 1 from holdings where account = 'house' and amount = 1 and asset like 'item:%'",
        )
      ).length,
    ).toBe(losses);
  });

  it("is drawn from the player's seed pair, as its proof shows", async () => {
    const bob = await collector(HAT);
    const { id, result } = (await bob.post(BOT, hats(1))).as(endpoints.botFlip);
    const { nonce } = (await bob.get("/api/fairness")).as(endpoints.fairness);
    expect(nonce).toBe(1);
    const proof = (await bob.get(`/api/games/${id}/proof`)).as(endpoints.proof);
    expect(proof).toMatchObject({ scheme: "st1", gameType: "coinflip_vs_bot", nonce: 0, result });
  });

  it("is pushed live to its player, and as a bet to everybody", async () => {
    const player = await collector(HAT);
    const [own, public_] = await Promise.all([player.live(), site.visitor().live()]);
    (await player.post(BOT, hats(1))).as(endpoints.botFlip);
    await own.until("balance", "inventory", "games", "fairness");
    await public_.until("bets", "leaderboard");
    await Promise.all([own.close(), public_.close()]);
  });

  it("happens once per key, whatever becomes of the items", async () => {
    const carol = await collector(HAT);
    const first = await carol.post(BOT, hats(1), { "Idempotency-Key": "bot-1" });
    const again = await carol.post(BOT, hats(1), { "Idempotency-Key": "bot-1" });
    expect(again.as(endpoints.botFlip)).toEqual(first.as(endpoints.botFlip));
  });

  it("refuses items that cannot be staked, and changes nothing", async () => {
    const [dave, eve] = [await collector(HAT, HAT, DEAR), await collector(OTHER)];
    const [staked, rich] = [await collector(HAT), await collector(...Array.from({ length: 21 }, () => HAT))];
    await staked.post("/api/live-coinflips", hats(1));
    // One sees on sight a copy that another player staked; one's only copy is on hold at the platform.
    const [seer, holder] = [await site.player("bot_seer"), await site.player("bot_holder")];
    const copy = { assetId: HAT, serial: 1 };
    const { username } = await staked.user();
    const instance = `${username.replaceAll("_", "-")}-0`;
    site.sandbox.inventories.set("bot_seer", [{ ...copy, instance, isOnHold: false }]);
    site.sandbox.inventories.set("bot_holder", [{ ...copy, instance: "on-hold", isOnHold: true }]);
    for (const player of [seer, holder]) await player.post("/api/sync-inventory", {});
    const [foreign, own, other] = [
      await entryOf(eve, OTHER),
      await entryOf(dave, HAT),
      await entryOf(dave, DEAR),
    ];
    const before = await site.books();
    const one = { limitedId: HAT, quantity: 1 };
    const refusals: readonly (readonly [Visitor, unknown, number, string])[] = [
      [dave, [{ limitedId: 999_999_999, quantity: 1 }], 409, "item_not_listed"],
      [dave, [{ limitedId: OTHER, quantity: 1 }], 409, "item_not_owned"],
      [dave, [{ limitedId: OTHER, quantity: 1, inventoryId: foreign }], 409, "not_your_entry"],
      [dave, [{ ...one, inventoryId: other }], 409, "other_item"],
      [dave, [one, { ...one, inventoryId: own }, { ...one, inventoryId: own }], 409, "item_repeated"],
      [dave, [{ limitedId: HAT, quantity: 3 }], 409, "not_enough_copies"],
      [staked, [one], 409, "items_in_play"],
      [seer, [one], 409, "items_in_play"],
      [holder, [one], 409, "item_not_owned"],
      [dave, [{ limitedId: DEAR, quantity: 1 }], 400, "stake_out_of_range"],
      [dave, [{ limitedId: HAT, quantity: 0 }], 400, "invalid_request"],
      [dave, [{ limitedId: HAT, quantity: 21 }], 400, "invalid_request"],
      [dave, Array.from({ length: 21 }, () => one), 400, "invalid_request"],
      [rich, [{ limitedId: HAT, quantity: 20 }, one], 409, "too_many_items"],
      [dave, [], 400, "invalid_request"],
      [dave, undefined, 400, "invalid_request"],
    ];
    const answers = new Set<string>();
    for (const [player, betItems, status, code] of refusals) {
      const problem = (await player.post(BOT, { betSide: "rbx", betItems })).problem();
      expect({ betItems, ...problem }).toMatchObject({ betItems, status, code });
      answers.add(problem.detail);
    }
    expect(answers.size).toBe(refusals.length - 1);
    const side = await dave.post(BOT, { betItems: [one], betSide: "edge" });
    expect(side.problem()).toMatchObject({ status: 400, code: "invalid_request" });
    expect(await site.books()).toEqual(before);
  });
});
