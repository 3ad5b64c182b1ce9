import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { createApp } from "#service/app.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { crowdPersonas } from "#service/integrations/platform/sandbox/personas.ts";
import { repeatableChance } from "#service/lab/testing/crowd.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { SITE_BEGINS_AT, SITE_ORIGIN } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { Crowd } from "./crowd.ts";

describeEachEngine("the crowd on the real site", (engine) => {
  const troubles: string[] = [];
  let asked = 0;
  let visitor: Visitor;
  let crowd: Crowd;
  const turns = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += 1) await crowd.turn();
  };

  const site = siteOf(engine, { clock: new RunningClock(SITE_BEGINS_AT) });
  beforeAll(async () => {
    await addSampleData(site.service.deps);
    visitor = site.visitor();
    crowd = new Crowd({
      web: () => ({
        siteUrl: SITE_ORIGIN,
        origin: SITE_ORIGIN,
        toSite: async (request) => {
          asked += 1;
          return site.service.app.fetch(request, {});
        },
        toPlatform: (request) => site.sandbox.fetch(request),
      }),
      now: () => site.clock.now,
      chance: repeatableChance(7),
      onTrouble: (error) => troubles.push(error.message),
    });
    await turns(crowdPersonas.length + 40);
  });

  it("leaves no part of a visitor's first pages empty", async () => {
    const bets = (await visitor.get("/api/games/bets")).as(endpoints.liveBets);
    expect(bets.length).toBeGreaterThan(5);
    const ranks = (await visitor.get("/api/leaderboard")).as(endpoints.leaderboard);
    expect(ranks.length).toBeGreaterThan(2);
    const open = (await visitor.get("/api/live-coinflips")).as(endpoints.coinflips);
    expect(new Set(open.map(({ betAmount }) => betAmount === null))).toEqual(new Set([true, false]));
    const live = (await visitor.get("/api/games/live")).as(endpoints.liveGames);
    const ids = new Set(live.map(({ id }) => id));
    expect(open.filter(({ id }) => !ids.has(id))).toEqual([]);
    const alice = await site.player("alice");
    const forSale = (await alice.get("/api/shop/listings")).as(endpoints.shopListings);
    expect(forSale.length).toBeGreaterThan(5);
    for (const { seller } of forSale) expect(seller.username).toMatch(/^demo_/);
    expect(troubles).toEqual([]);
  });

  it("is marked wherever a player is shown", async () => {
    const bets = (await visitor.get("/api/games/bets")).as(endpoints.liveBets);
    const ranks = (await visitor.get("/api/leaderboard")).as(endpoints.leaderboard);
    const live = (await visitor.get("/api/games/live")).as(endpoints.liveGames);
    const open = (await visitor.get("/api/live-coinflips")).as(endpoints.coinflips);
    const usernames = [...bets, ...ranks].map(({ player }) => player.username);
    for (const username of [...usernames, ...live.map(({ player1 }) => player1.username)])
      expect(username).toMatch(/^demo_/);
    for (const { creator } of open) expect(creator.firstName).toMatch(/^demo_/);
  });

  it("is announced by every answer of a site with a crowd, and by no other", async () => {
    const { deps } = site.service;
    const told = async (hasCrowd: boolean) => {
      const app = createApp({ ...deps, config: { ...deps.config, hasCrowd } });
      const answers = ["/api/games/bets", "/api/auth/user"].map(async (path) =>
        (await app.fetch(new Request(`${SITE_ORIGIN}${path}`), {})).headers.has("Demo-Players"),
      );
      return Promise.all(answers);
    };
    expect([await told(true), await told(false)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it("joins a person's game only once it is 5 seconds old", async () => {
    const alice = await site.player("alice");
    const body = { betAmount: 5, betSide: "rbx" };
    const { id } = (await alice.post("/api/live-coinflips", body)).as(endpoints.openCoinflip);
    const times = async () => {
      const rows = await site.db.query<{ recorded_at: bigint }>(
        "select recorded_at from events where stream = $1 order by version",
        [`coinflip:${id}`],
      );
      return rows.map(({ recorded_at }) => Number(recorded_at));
    };
    for (let done = 0; done < 200 && (await times()).length < 2; done += 1) {
      await crowd.turn();
      site.clock.now += 500;
    }
    const [opened = 0, joined = 0] = await times();
    expect(joined - opened).toBeGreaterThanOrEqual(5_000);
  });

  it("stops at once, whatever it is doing", async () => {
    const before = asked;
    crowd.start(true);
    await expect.poll(() => asked).toBeGreaterThan(before);
    await crowd.stop();
    // Requests are counted, not events: rounds of games continue by themselves.
    const atStop = asked;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toBe(atStop);
  });
});
