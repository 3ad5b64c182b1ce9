import { expect, it } from "vitest";
import { house, platform, playerAccount } from "#domain/accounts/account.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { minor } from "#domain/kernel/money.ts";
import { flipForItems, worth } from "#domain/testing/bot-flips.ts";
import { BOB, GAME, join, open, rbx, settle } from "#domain/testing/coinflips.ts";
import { carriedOut, type Decide, type GivenEvent, GivenLog } from "#domain/testing/given.ts";
import { HAT, HAT_2, HAT_3, handedOver } from "#domain/testing/items.ts";
import { ALICE, registered } from "#domain/testing/players.ts";
import { standInSeeds } from "#domain/testing/seeds.ts";
import { playerStats } from "#projections/features/house-flips/player-stats.ts";
import { gameRevenue } from "#projections/features/revenue/game-revenue.ts";
import { houseRevenue } from "#projections/testing/house-revenue.ts";
import { allNames, PATIENCE_MS, testRuntime } from "#projections/testing/runtime.ts";
import { appendSynthetic } from "#projections/testing/synthetic-log.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

/** Two players with items, and seeds by which the bot loses a coin, then wins one. */
function played(given: readonly GivenEvent[], ...decisions: readonly Decide<JsonObject>[]): GivenLog {
  const log = new GivenLog(standInSeeds((nonce) => (nonce === 0 ? "rbx" : "tix")));
  log.append(given);
  return carriedOut(log, ...decisions);
}

const mine = playerAccount(ALICE);
const owned = [
  registered(),
  registered(BOB),
  handedOver(platform, mine, HAT, HAT_2),
  handedOver(platform, playerAccount(BOB), HAT_3),
];

describeEachEngine("the house's revenue", (engine) => {
  /** The revenue of a log, and a player's net. */
  async function shown(log: GivenLog) {
    const db = await engine.fresh({ readModels: true });
    const models = testRuntime(db);
    await models.start();
    const events = log.events.map((event) => ({ event, at: event.recordedAt }));
    const position = await appendSynthetic(db, events);
    models.wake();
    expect(await models.whenReached(allNames, position, PATIENCE_MS)).toBe(true);
    const at = log.at;
    const { items: games } = await gameRevenue(models, { after: 0, last: position });
    const found = {
      games: games.map(({ revenueType, amount, currency, userId }) => [
        revenueType,
        amount,
        currency,
        userId,
      ]),
      revenue: await houseRevenue(models, { from: at, to: at }),
      stats: await playerStats(models, ALICE),
    };
    await models.stop();
    await db.close();
    return found;
  }

  it("from games against the bot is the value of won items, less its payments", async () => {
    const log = played(
      owned,
      flipForItems(worth("5000", HAT)),
      flipForItems(worth("6000", HAT, HAT_2), { gameId: "game_2" }),
    );
    const { revenue, stats, games } = await shown(log);
    expect(games).toEqual([
      ["stake", "120.00", "RBX", ALICE],
      ["payout", "-40.00", "RBX", ALICE],
    ]);
    expect(revenue).toEqual([
      {
        day: "2026-01-01",
        currency: "RBX",
        gameType: "coinflip_vs_bot",
        games: 2,
        wagered: "170.00",
        paidOut: "90.00",
        edge: "10.00",
        revenue: "80.00",
      },
    ]);
    const won = [HAT, HAT_2].reduce((sum, copy) => sum + log.holding(house, copy) * 6_000n, 0n);
    expect(minor(revenue[0]?.revenue ?? "0")).toBe(won + log.holding(house, "RBX"));
    expect(stats).toMatchObject({ gamesPlayed: 2, wins: 1, totalWon: "40.00", totalLost: "120.00" });
  });

  it("from games between players is the edge of a currency, and nothing from items", async () => {
    const rake = await shown(played(owned, open(rbx("10.00")), join(), settle("tix")));
    expect(rake.revenue).toEqual([
      {
        day: "2026-01-01",
        currency: "RBX",
        gameType: "live_coinflip",
        games: 1,
        wagered: "20.00",
        paidOut: "19.75",
        edge: "0.25",
        revenue: "0.25",
      },
    ]);
    expect(rake.games).toEqual([["edge", "0.25", "RBX", BOB]]);
    expect(rake.stats).toMatchObject({ gamesPlayed: 1, totalLost: "10.00" });
    const items = { items: worth("5000", HAT_3) };
    const log = played(owned, open(worth("5000", HAT)), join(items), settle("rbx", GAME));
    const { revenue, stats, games } = await shown(log);
    expect([revenue, games]).toEqual([[], []]);
    expect(log.holding(house, HAT) + log.holding(house, "RBX")).toBe(0n);
    expect(stats).toMatchObject({ gamesPlayed: 1, totalWon: "50.00" });
  });
});
