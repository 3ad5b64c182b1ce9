import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { LiveGame } from "#domain/features/spectator/contract.ts";
import { groupedMinor, minor } from "#domain/kernel/money.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { SAMPLE_ASSET_MIN } from "#service/integrations/platform/sample/items.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const UNKNOWN = "0193a000-0000-7000-8000-000000000001";
const PATIENCE = { timeout: 20_000 };

describeEachEngine("games to watch", (engine) => {
  let names = 0;
  let isBeaconAway = false;
  const clock = new RunningClock(SITE_BEGINS_AT);
  const real = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(3) }], () => clock.now);
  const beacon: Beacon = {
    ...real,
    round: async (chainHash, round) => (isBeaconAway ? null : real.round(chainHash, round)),
  };
  const site = siteOf(engine, { clock, beacon });
  beforeAll(() => addSampleData(site.service.deps));

  const nextName = (): string => {
    names += 1;
    return `watched_${names}`;
  };
  const open = async (player: Visitor, bet: object = { betAmount: 10, betSide: "rbx" }): Promise<string> =>
    (await player.post("/api/live-coinflips", bet)).as(endpoints.openCoinflip).id;
  const join = (player: Visitor, id: string) => player.post(`/api/live-coinflips/${id}/join`, {});
  const min = async () => ({ "Ledger-Min-Position": String((await site.books()).head.position) });
  const games = async (query = "?limit=200"): Promise<LiveGame[]> =>
    (await site.visitor().get(`/api/games/live${query}`, await min())).as(endpoints.liveGames);
  const gameOf = async (id: string) => (await games()).find((game) => game.id === id);
  const chatOf = async (id: string) =>
    (await site.visitor().get(`/api/spectator/chat?gameId=${id}`, await min())).as(endpoints.spectatorChat);
  const texts = async (id: string) =>
    (await chatOf(id)).toReversed().map(({ type, username, message }) => `${type} ${username}: ${message}`);
  const seedOf = async (id: string) => {
    const proof = (await site.visitor().get(`/api/games/${id}/proof`, await min())).as(endpoints.proof);
    return proof.serverSeed;
  };

  it("wait for a joiner, are active until their beacon is due, then finished, then gone", async () => {
    const [creator, joiner] = [nextName(), nextName()];
    const [alice, bob] = [await site.player(creator), await site.player(joiner)];
    const id = await open(alice);
    const waiting = await gameOf(id);
    const opened = (await site.visitor().get(`/api/live-coinflips/${id}`)).as(endpoints.coinflip);
    expect(waiting).toEqual({
      id,
      position: opened.position,
      gameType: "coinflip",
      player1: { id: (await alice.user()).id, username: creator, betSide: "rbx", betAmount: "10.00" },
      totalValue: "10.00",
      spectatorCount: 0,
      status: "waiting",
      startedAt: expect.any(String),
    });
    isBeaconAway = true;
    const joined = join(bob, id);
    await expect.poll(async () => (await gameOf(id))?.player2?.username, PATIENCE).toBe(joiner);
    const running = await gameOf(id);
    expect(running).toMatchObject({ player2: { betSide: "tix", betAmount: "10.00" }, totalValue: "20.00" });
    const endsAt = Date.parse(running?.estimatedEnd ?? "");
    expect(endsAt).toBeGreaterThan(Date.parse(running?.startedAt ?? ""));
    if (running?.status === "finishing") expect(endsAt).toBeLessThanOrEqual(clock.now);
    else expect(running?.status).toBe("active");
    await expect.poll(async () => (await gameOf(id))?.status, PATIENCE).toBe("finishing");
    isBeaconAway = false;
    expect((await joined).status).toBe(200);
    expect(await gameOf(id)).toBeUndefined();
  });

  it("are listed newest first, page by page", async () => {
    const player = await site.player(nextName());
    const ids = [await open(player), await open(player), await open(player)];
    expect((await games("?limit=3")).map(({ id }) => id)).toEqual(ids.toReversed());
    const [second] = await games(`?limit=1&before=${(await gameOf(ids[2] ?? ""))?.position}`);
    expect(second?.id).toBe(ids[1]);
    expect((await games(`?limit=1&before=${second?.position}`)).map(({ id }) => id)).toEqual([ids[0]]);
    await player.post(`/api/live-coinflips/${ids[2]}/cancel`, {});
    expect((await games("?limit=1")).map(({ id }) => id)).toEqual([ids[1]]);
    clock.now += DAY_MS;
    expect(await gameOf(ids[0] ?? "")).toBeUndefined();
  });

  it("have a chat with pages", async () => {
    const id = await open(await site.player(nextName()));
    const chat = `/api/spectator/chat?gameId=${id}&limit=1`;
    const ask = async (path: string) =>
      (await site.visitor().get(path, await min())).as(endpoints.spectatorChat);
    const [newest] = await ask(chat);
    const older = await ask(`${chat}&before=${newest?.position}`);
    expect([newest, ...older]).toEqual(await chatOf(id));
    expect(await ask(`${chat}&before=${older[0]?.position}`)).toEqual([]);
  });

  it("show items by name and value", async () => {
    const name = nextName();
    const player = await site.player(name);
    const copies = [1, 2].map((serial) => ({
      assetId: SAMPLE_ASSET_MIN,
      instance: `${name.replaceAll("_", "-")}-${serial}`,
      serial: null,
      isOnHold: false,
    }));
    site.sandbox.inventories.set(name, copies);
    await player.post("/api/sync-inventory", {});
    const betItems = [{ limitedId: SAMPLE_ASSET_MIN, quantity: 2 }];
    const id = await open(player, { betSide: "tix", betItems });
    const game = await gameOf(id);
    expect(game?.gameType).toBe("limiteds_coinflip");
    expect(game?.player1).toMatchObject({ betSide: "tix", betAmount: null });
    const items = game?.player1.betItems ?? [];
    expect(items).toHaveLength(2);
    expect(items[0]?.name).not.toBe("");
    expect(items.map(({ inCustody }) => inCustody)).toEqual([false, false]);
    const sum = items.reduce((total, { value }) => total + Number(value), 0);
    expect(sum).toBeCloseTo(Number(game?.totalValue), 2);
    const worth = groupedMinor(minor(game?.totalValue ?? ""));
    expect(await texts(id)).toContain(`bet ${name}: ${name} bet 2 limiteds worth ${worth} RBX on TIX.`);
  });

  describe("made by players", () => {
    const made = async (gameType: string): Promise<string> => {
      const maker = await site.player(nextName());
      const title = `A ${gameType}`;
      return (await maker.post("/api/user-games", { title, gameType, maxBet: 50 })).as(
        endpoints.createUserGame,
      ).id;
    };
    const bet = (player: Visitor, id: string, betAmount = 10) =>
      player.post(`/api/user-games/${id}/bets`, { betAmount, currency: "rbx" });

    it("are rounds with their first two players, number of players and pot", async () => {
      const names = [nextName(), nextName(), nextName()];
      const people = [];
      for (const name of names) people.push(await site.player(name));
      for (const gameType of ["jackpot", "crash"]) {
        const id = await made(gameType);
        const [first] = people;
        const roundId = (await bet(first as Visitor, id)).as(endpoints.betOnRound).roundId;
        expect(await gameOf(roundId)).toMatchObject({ status: "waiting", playerCount: 1 });
        for (const other of people.slice(1)) expect((await bet(other, id, 20)).status).toBe(200);
        expect(await gameOf(roundId)).toMatchObject({
          gameType,
          userGame: { id, title: `A ${gameType}` },
          player1: { username: names[0], betSide: "rbx", betAmount: "10.00" },
          player2: { username: names[1], betAmount: "20.00" },
          playerCount: 3,
          totalValue: "50.00",
          spectatorCount: 0,
          status: gameType === "jackpot" ? "active" : "waiting",
        });
        expect(await texts(roundId)).toEqual([
          `bet ${names[0]}: ${names[0]} opened round 1 with a bet of 10.00 RBX.`,
        ]);
        if (gameType === "crash") continue;
        clock.now += 60_000;
        await expect.poll(async () => gameOf(roundId), PATIENCE).toBeUndefined();
        expect((await texts(roundId)).join(" ")).toMatch(
          /Bets are closed: 3 bets, 50\.00 RBX\. Beacon \d+ decides\..*won 47\.50 RBX\./,
        );
      }
    });

    it("are coinflips for the length of their animation and a moment longer, with the result in the chat", async () => {
      const [id, name] = [await made("coinflip"), nextName()];
      const player = await site.player(name);
      const flip = { betAmount: 10, betSide: "rbx" };
      const played = (await player.post(`/api/user-games/${id}/play`, flip)).as(endpoints.playUserGame);
      const game = await gameOf(played.id);
      expect(game).toMatchObject({
        gameType: "user_coinflip",
        userGame: { id, title: "A coinflip" },
        player1: { username: name, betSide: "rbx", betAmount: "10.00" },
        status: "active",
      });
      expect((await texts(played.id)).join("\n")).toContain(
        `The coin landed on ${played.result.toUpperCase()}.`,
      );
      clock.now += 11_000;
      expect(await gameOf(played.id)).toBeUndefined();
    });
  });

  describe("the chat", () => {
    it("shows everybody what happened, and no secret before the end", async () => {
      const [creator, joiner] = [nextName(), nextName()];
      const [alice, bob] = [await site.player(creator), await site.player(joiner)];
      const id = await open(alice);
      const opened = [
        `system System: ${creator} opened a coinflip and is waiting for an opponent.`,
        `bet ${creator}: ${creator} bet 10.00 RBX on RBX.`,
      ];
      expect(await texts(id)).toEqual(opened);
      const before = site.heard.length;
      isBeaconAway = true;
      const joined = join(bob, id);
      await expect.poll(async () => (await texts(id)).length, PATIENCE).toBe(4);
      await gameOf(id);
      const whilePlayed = site.heard.slice(before).join("\n");
      expect(await seedOf(id)).toBeNull();
      isBeaconAway = false;
      const { creatorWon, result } = (await joined).as(endpoints.joinCoinflip);
      expect(whilePlayed).not.toContain(await seedOf(id));
      const said = await texts(id);
      expect(said.slice(0, 2)).toEqual(opened);
      expect(said[2]).toBe(`bet ${joiner}: ${joiner} bet 10.00 RBX on TIX.`);
      expect(said[3]).toMatch(/^system System: Round \d+ of the beacon will decide\.$/);
      const winner = creatorWon ? creator : joiner;
      expect(said[4]).toBe(
        `system System: The coin landed on ${result.toUpperCase()}. ${winner} won 19.75 RBX.`,
      );
    });

    it("shows that a game was cancelled", async () => {
      const alice = await site.player(nextName());
      const id = await open(alice);
      await alice.post(`/api/live-coinflips/${id}/cancel`, {});
      expect((await texts(id)).at(-1)).toBe(
        "system System: The coinflip was cancelled. The stake was returned.",
      );
    });

    it.each([
      ["", 400],
      ["?gameId=", 400],
      ["?gameId=nonsense", 400],
      [`?gameId=${UNKNOWN}&more=1`, 400],
      [`?gameId=${UNKNOWN}`, 404],
    ])("is refused for %j", async (query, status) => {
      expect((await site.visitor().get(`/api/spectator/chat${query}`)).status).toBe(status);
    });

    it("cannot be written to", async () => {
      const alice = await site.player(nextName());
      expect((await alice.post("/api/spectator/chat", { message: "hello" })).status).toBe(405);
    });
  });
});
