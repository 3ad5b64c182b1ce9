import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { isNextLink } from "#domain/fairness/hash-chain.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { VOID_AFTER_MS } from "#domain/features/game-tables/rules.ts";
import { rakeOf } from "#domain/features/jackpots/end.ts";
import { ALONE_MS, COUNTDOWN_MS } from "#domain/features/jackpots/rules.ts";
import { fromHex } from "#domain/kernel/bytes.ts";
import { formatMinor, minor } from "#domain/kernel/money.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { logModel } from "#service/features/log-model.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyLog } from "#service/ledger/verify.ts";

const GAMES = "/api/user-games";
const said = ({ status, code }: Answer): string => `${status} ${code ?? ""}`.trim();

describeEachEngine("rounds of a jackpot", (engine) => {
  const clock = new RunningClock(SITE_BEGINS_AT);
  const real = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(5) }], () => clock.now);
  let isAway = false;

  const site = siteOf(engine, {
    clock,
    beacon: { ...real, round: async (...asked) => (isAway ? null : real.round(...asked)) },
  });
  const [maker, alice, bob, carol] = playersOf(site, "maker", "alice", "bob", "carol");

  const make = async (terms: object = {}): Promise<string> =>
    (
      await maker.post(GAMES, { title: "Pot", gameType: "jackpot", maxBet: 100_000, houseEdge: 5, ...terms })
    ).as(endpoints.createUserGame).id;
  const bet = (player: Visitor, id: string, betAmount: number, currency = "rbx") =>
    player.post(`${GAMES}/${id}/bets`, { betAmount, currency });
  const enter = async (player: Visitor, id: string, betAmount: number) =>
    (await bet(player, id, betAmount)).as(endpoints.betOnRound);
  const current = async (id: string, viewer: Visitor = alice): Promise<GameRound | null> =>
    (await viewer.get(`${GAMES}/${id}/round?currency=rbx`)).as(endpoints.gameRound).round;
  const ended = async (id: string): Promise<readonly GameRound[]> =>
    (await site.visitor().get(`${GAMES}/${id}/rounds`)).as(endpoints.gameRounds).items;
  const endOf = async (id: string, number = 1): Promise<GameRound> => {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const found = (await ended(id)).find((round) => round.number === number);
      if (found !== undefined) return found;
      await sleep(20);
    }
    throw new Error("The round did not end");
  };
  const toBeacon = ({ beaconRound }: Pick<GameRound, "beaconRound">) => {
    clock.now = Math.max(clock.now, publishedAt(beaconRound ?? 1, real.chain));
  };
  const holding = (account: string) => site.held(account, "RBX");

  it("go from waiting through betting and locked to a settled pot with nothing left", async () => {
    const id = await make();
    const before = await holding("house");
    const first = await enter(alice, id, 25);
    expect(first).toMatchObject({
      seq: 0,
      rbxBalance: "975.00",
      tixBalance: "500.00",
      round: { status: "waiting", number: 1, pot: "25.00" },
    });
    const began = clock.now;
    const second = await enter(bob, id, 75);
    expect(second).toMatchObject({
      seq: 1,
      roundId: first.roundId,
      round: { status: "betting", ticket: null },
    });
    expect(second.round.bets).toMatchObject([
      { from: "0.00", to: "25.00", chance: "25.00", winAmount: null, player: { username: "alice" } },
      { from: "25.00", to: "100.00", chance: "75.00" },
    ]);
    const closesAt = Date.parse(second.round.closesAt ?? "");
    expect(closesAt - began).toBeGreaterThanOrEqual(COUNTDOWN_MS);
    expect(closesAt - clock.now).toBeLessThan(COUNTDOWN_MS + 3 * real.chain.periodMs);
    clock.now = closesAt;
    expect(await current(id)).toMatchObject({ status: "locked", winner: null, you: { betAmount: "25.00" } });
    expect(said(await bet(carol, id, 1))).toBe("409 round_closed");
    toBeacon(second.round);
    const round = await endOf(id);
    expect(round).toMatchObject({ id: first.roundId, status: "settled", pot: "100.00" });
    const winner = round.bets.find(({ player }) => player.id === round.winner);
    expect(winner?.winAmount).toBe("95.00");
    const ticket = minor(round.ticket ?? "");
    expect(ticket >= minor(winner?.from ?? "") && ticket < minor(winner?.to ?? "")).toBe(true);
    expect(await holding(`escrow:${first.roundId}`)).toBe(0n);
    expect(await holding(`creator-share:${(await maker.user()).id}`)).toBe(500n);
    expect(await holding("house")).toBe(before);
    expect(await current(id)).toBeNull();
  });

  it("draw chain links in order, each the one that the round before committed to", async () => {
    const id = await make();
    for (let n = 1; n <= 3; n += 1) {
      await enter(alice, id, 10);
      toBeacon((await enter(bob, id, 10)).round);
      await endOf(id, n);
    }
    const page = async (query: string) =>
      (await site.visitor().get(`${GAMES}/${id}/rounds${query}`)).as(endpoints.gameRounds);
    const { items, next } = await page("?limit=2");
    const rest = await page(`?limit=2&next=${next}`);
    expect([...items, ...rest.items].map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(rest.next).toBeNull();
    for (const query of ["?limit=0", "?limit=201", "?next=x", "?more=1"])
      expect((await site.visitor().get(`${GAMES}/${id}/rounds${query}`)).status).toBe(400);
    const rows = await site.db.query<{ seed: string | null; terminal: string | null }>(
      `select payload::jsonb ->> 'seed' as seed, payload::jsonb ->> 'terminal' as terminal from events
        where stream = $1 and type in ('HashChainAnnounced', 'JackpotSettled') order by position`,
      [`jackpot-table:${id}:RBX`],
    );
    const links = rows.map(({ seed, terminal }) => fromHex(seed ?? terminal ?? "") ?? new Uint8Array());
    expect(links).toHaveLength(4);
    for (const [n, link] of links.slice(1).entries()) expect(isNextLink(link, links[n] ?? link)).toBe(true);
    // The secret link of the next round hashes to the NEWEST public one: no answer or log line may contain it.
    const NEWEST = links[3] ?? new Uint8Array();
    const texts = [...site.heard, ...site.logLines].join("\n").match(/\b[0-9a-f]{64}\b/g) ?? [];
    for (const text of new Set(texts)) {
      const bytes = fromHex(text);
      expect(bytes !== null && isNextLink(bytes, NEWEST)).toBe(false);
    }
  });

  it("are void and return all stakes when nobody else joins within ten minutes", async () => {
    const id = await make();
    const held = await holding(`player:${(await carol.user()).id}`);
    await enter(carol, id, 10);
    await enter(carol, id, 5);
    clock.now += ALONE_MS;
    expect(await endOf(id)).toMatchObject({ status: "void", winner: null, you: null });
    expect(await holding(`player:${(await carol.user()).id}`)).toBe(held);
  });

  it("wait for a late beacon, and are void after a day without one", async () => {
    const [late, never] = [await make(), await make()];
    isAway = true;
    await enter(alice, late, 10);
    toBeacon((await enter(bob, late, 10)).round);
    await expect.poll(() => current(late)).toMatchObject({ status: "locked" });
    await sleep(100);
    expect(await current(late)).toMatchObject({ status: "locked" });
    isAway = false;
    clock.now += 5_000;
    expect(await endOf(late)).toMatchObject({ status: "settled" });
    isAway = true;
    await enter(alice, never, 10);
    toBeacon((await enter(bob, never, 10)).round);
    await expect.poll(() => current(never)).toMatchObject({ status: "locked" });
    clock.now += VOID_AFTER_MS;
    // It comes too late to decide.
    isAway = false;
    for (let tries = 0; tries < 100 && (await ended(never)).length === 0; tries += 1) {
      clock.now += 1_000;
      await sleep(20);
    }
    expect(await endOf(never)).toMatchObject({ status: "void" });
  });

  it("refuse what the contract refuses, and change nothing", async () => {
    const id = await make({ minBet: 2, maxBet: 200 });
    const admin = await site.player("admin");
    const { head } = await site.books();
    expect(said(await bet(maker, id, 10))).toBe("409 own_game");
    expect(said(await bet(admin, id, 10))).toBe("403 staff_cannot_play");
    expect(said(await bet(alice, id, 1.99))).toBe("400 stake_out_of_range");
    expect(said(await bet(alice, id, 200.01))).toBe("400 stake_out_of_range");
    expect(said(await bet(alice, "nothing", 10))).toBe("404 not_found");
    for (const amount of [0.001, -1, 1e13]) expect((await bet(alice, id, amount)).status).toBe(400);
    const auto = await alice.post(`${GAMES}/${id}/bets`, { betAmount: 10, currency: "rbx", autoCashOut: 2 });
    expect(auto.status).toBe(400);
    expect((await bet(site.visitor(), id, 10)).status).toBe(401);
    expect((await site.books()).head).toEqual(head);
    const poor = await make();
    expect(said(await bet(alice, poor, 99_999))).toBe("409 insufficient_balance");
    await enter(alice, id, 100);
    await enter(bob, id, 100);
    const large = await bet(carol, id, 200);
    expect(large.status).toBe(200);
    const small = await make();
    await enter(bob, small, 10);
    await enter(alice, small, 10);
    expect(said(await bet(alice, small, 150))).toBe("409 share_too_large");
    await maker.ask(`PATCH ${GAMES}/${id}`, { isActive: false });
    expect(said(await bet(bob, id, 10))).toBe("409 game_inactive");
  });

  it("accept all bets at once, each once, and pay their sum", async () => {
    const id = await make({ houseEdge: 2.5 });
    const key = { "Idempotency-Key": "same" };
    const stake = { betAmount: 3.33, currency: "rbx" };
    const answers = await Promise.all([
      ...[alice, bob, carol].flatMap((player) => [1, 2, 3, 4].map(() => bet(player, id, 7.77))),
      ...[1, 2, 3].map(() => alice.post(`${GAMES}/${id}/bets`, stake, key)),
    ]);
    const placed = answers
      .filter(({ status }) => status === 200)
      .map((answer) => answer.as(endpoints.betOnRound));
    const ids = new Set(placed.map((one) => one.id));
    expect(new Set(placed.map(({ roundId }) => roundId)).size).toBe(1);
    const round = await current(id);
    expect(round?.bets.map(({ id: betId }) => betId).toSorted()).toEqual([...ids].toSorted());
    expect(round?.bets.filter(({ betAmount }) => betAmount === "3.33").length).toBeLessThanOrEqual(1);
    if (round === null) throw new Error("It is open");
    toBeacon(round);
    const { pot, bets } = await endOf(id);
    const won = bets.reduce((sum, { winAmount }) => sum + minor(winAmount ?? "0.00"), 0n);
    expect(formatMinor(won)).toBe(formatMinor(minor(pot) - rakeOf(minor(pot), 250)));
    expect(await holding(`escrow:${round.id}`)).toBe(0n);
  });

  it("count in history, figures, bets and creator's earnings", async () => {
    const id = await make();
    const [x, y] = [await site.player("counts_x"), await site.player("counts_y")];
    await enter(x, id, 10);
    toBeacon((await enter(y, id, 30)).round);
    const round = await endOf(id);
    const [entry] = (await y.get("/api/games/history", NEWEST)).as(endpoints.history);
    expect(entry).toMatchObject({ id: round.id, gameType: "jackpot", currency: "RBX", betAmount: "30.00" });
    expect(entry?.won).toBe(round.winner === (await y.user()).id);
    expect((await x.get("/api/games/stats", NEWEST)).as(endpoints.stats).totalGames).toBe(1);
    const game = (await site.visitor().get(`${GAMES}/${id}`, NEWEST)).as(endpoints.userGame);
    expect(game).toMatchObject({ totalPlayed: 2, totalVolume: "40.00" });
    const bets = (await site.visitor().get("/api/games/bets", NEWEST)).as(endpoints.liveBets);
    expect(bets.filter((one) => one.id === round.id)).toHaveLength(2);
    const board = (await site.visitor().get("/api/leaderboard?period=all", NEWEST)).as(endpoints.leaderboard);
    const rows = board.filter(({ player }) => player.username.startsWith("counts_"));
    expect(rows.map(({ wagered }) => wagered).toSorted()).toEqual(["10.00", "30.00"]);
    const admin = await site.player("admin");
    const revenue = (await admin.get("/api/admin/revenue?by=game", NEWEST)).as(endpoints.revenue);
    const [facts] = await site.db.query<{ rounds: bigint; kept: bigint }>(
      `select count(*) as rounds, sum((payload::jsonb ->> 'rake')::bigint
        - (payload::jsonb ->> 'share')::bigint)::bigint as kept from events where type = 'JackpotSettled'`,
    );
    const total = revenue.items.find(({ game: name }) => name === "jackpot");
    expect([total?.games, total?.revenue]).toEqual([
      Number(facts?.rounds ?? 0n),
      formatMinor(facts?.kept ?? -1n),
    ]);
  });

  it("leave a log that the verifier accepts", async () => {
    const { keys } = site.service.deps.signer.publicKeys();
    expect(await verifyLog(site.db, { model: logModel, keys })).toMatchObject({ ok: true });
  });

  it("take no bet once stakes are halted", async () => {
    const [id, admin] = [await make(), await site.player("admin")];
    await admin.post("/api/admin/stakes/halt", { reason: "For the test" });
    expect(said(await bet(alice, id, 25))).toBe("409 stakes_halted");
  });
});
