import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { elapsedAt, multiplierAt } from "#domain/fairness/crash-curve.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { crash } from "#service/features/crash/feature.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { beaconBy, CrashGames, hundredths, said } from "#service/lab/testing/rounds/crash-games.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyLog } from "#service/ledger/verify.ts";

const GAMES = "/api/user-games";
const signedText = (amount: bigint): string =>
  amount < 0n ? `-${formatMinor(-amount)}` : formatMinor(amount);

/** A body whose end is held back until released. */
function heldBack(text: string) {
  const bytes = new TextEncoder().encode(text);
  let begun = (): void => undefined;
  const isWaitedFor = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let finish = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, -1));
      finish = () => {
        controller.enqueue(bytes.subarray(-1));
        controller.close();
      };
    },
    // Called again once the beginning has been read.
    pull: () => begun(),
  });
  return { stream, isWaitedFor, finish: () => finish() };
}

describeEachEngine("rounds of crash", (engine) => {
  const clock = new RunningClock(SITE_BEGINS_AT);
  const beacon = beaconBy(clock);

  const site = siteOf(engine, { clock, beacon });
  const [maker, alice, bob, carol] = playersOf(site, "maker", "alice", "bob", "carol");

  const games = new CrashGames(clock, beacon);
  const make = (terms: object = {}) => games.make(maker, terms);
  const bet = (player: Visitor, id: string, autoCashOut?: unknown) => games.bet(player, id, { autoCashOut });
  const cashOut = (player: Visitor, gameId: string, id: string) => games.cashOut(player, { gameId, id });
  const current = (id: string) => games.current(alice, id);
  const started = (id: string) => games.running(alice, id);
  const ended = (gameId: string, id: string, viewer = alice) => games.toEnd(viewer, { gameId, id });
  const toBeacon = (round: GameRound) => games.toBeacon(round);
  const holding = (account: string) => site.held(account, "RBX");
  const accountOf = async (player: Visitor) => `player:${(await player.user()).id}`;
  /** Bets with a target are paid at it if reached, else lost; nothing is left in escrow. */
  const expectByRule = async (round: GameRound, autos: ReadonlyMap<string, number>) => {
    const point = hundredths(round.point);
    for (const one of round.bets) {
      const auto = autos.get(one.player.username);
      if (auto === undefined) continue;
      expect(one.multiplier).toBe(auto <= point ? (auto / 100).toFixed(2) : null);
      expect(one.winAmount).toBe(auto <= point ? (auto / 10).toFixed(2) : "0.00");
    }
    expect(await holding(`escrow:${round.id}`)).toBe(0n);
  };

  it("go from betting through locked and running to settled, and pay reached targets", async () => {
    const id = await make();
    const before = (await holding("house")) + (await holding(await accountOf(alice)));
    const first = (await bet(alice, id, 1.01)).as(endpoints.betOnRound);
    expect(first).toMatchObject({
      seq: 0,
      rbxBalance: "990.00",
      tixBalance: "500.00",
      round: { status: "betting", number: 1, point: null, pot: "10.00", you: { autoCashOut: "1.01" } },
    });
    expect(said(await bet(alice, id))).toBe("409 already_bet");
    const { round } = (await bet(bob, id, 10_000)).as(endpoints.betOnRound);
    expect(round.bets.map((one) => Object.hasOwn(one, "autoCashOut"))).toEqual([false, false]);
    expect(said(await cashOut(alice, id, round.id))).toBe("409 not_running");
    clock.now = Date.parse(round.closesAt ?? "");
    expect(await current(id)).toMatchObject({ status: "locked", point: null });
    expect(said(await bet(carol, id))).toBe("409 round_closed");
    toBeacon(round);
    const seen = await started(id);
    // A curve that busts at once may be over before a busy machine sees it run.
    if (seen.status !== "settled") expect(seen).toMatchObject({ status: "running", point: null });
    const end = await ended(id, round.id);
    expect(end).toMatchObject({ status: "settled", you: { autoCashOut: "1.01" } });
    await expectByRule(
      end,
      new Map([
        ["alice", 101],
        ["bob", 1_000_000],
      ]),
    );
    const share = await holding(`creator-share:${(await maker.user()).id}`);
    expect(share).toBe(100n);
    const after = (await holding("house")) + (await holding(await accountOf(alice)));
    const won = hundredths(end.bets[1]?.winAmount ?? null);
    expect(after + share + BigInt(won)).toBe(before + 1_000n);
    expect(await current(id)).toBeNull();
  });

  it("cash a bet out once, at the curve's multiplier, and repeat the answer when asked again", async () => {
    const id = await make({ houseEdge: 0.1 });
    for (let tries = 0; ; tries += 1) {
      const { round } = (await bet(alice, id)).as(endpoints.betOnRound);
      await bet(bob, id, 500);
      toBeacon(round);
      await started(id);
      expect(said(await cashOut(carol, id, round.id))).toBe("409 no_bet");
      clock.now += 400;
      const answers = await Promise.all([1, 2, 3].map(() => cashOut(alice, id, round.id)));
      const [first] = answers;
      if (first === undefined || (first.status !== 200 && tries < 10)) {
        expect(answers.map(said)).toEqual(Array(3).fill("409 busted"));
        await ended(id, round.id);
        continue;
      }
      const out = answers.map((answer) => answer.as(endpoints.cashOut));
      expect(new Set(out.map(({ multiplier, winAmount }) => `${multiplier} ${winAmount}`)).size).toBe(1);
      expect(out[0]?.cause).toBe("manual");
      const paid = hundredths(out[0]?.multiplier ?? null);
      expect(paid).toBeGreaterThanOrEqual(102);
      expect(out[0]?.winAmount).toBe((paid / 10).toFixed(2));
      const end = await ended(id, round.id);
      expect(paid).toBeLessThanOrEqual(hundredths(end.point));
      expect(end.you?.winAmount).toBe(out[0]?.winAmount);
      expect((await cashOut(alice, id, round.id)).as(endpoints.cashOut).multiplier).toBe(out[0]?.multiplier);
      const late = await cashOut(bob, id, round.id);
      if (end.bets[1]?.winAmount === "0.00") {
        expect(said(late)).toBe("409 busted");
        expect(late.text).toContain(`${end.point}x`);
      }
      return;
    }
  });

  it("count a cash-out as received once its body is complete: holding it back gains nothing", async () => {
    const id = await make({ houseEdge: 0 });
    for (let tries = 0; tries < 20; tries += 1) {
      const { round } = (await bet(alice, id)).as(endpoints.betOnRound);
      toBeacon(round);
      const { startsAt } = await started(id);
      const reached = () => multiplierAt(Math.max(0, clock.now - Date.parse(startsAt ?? "")));
      const body = JSON.stringify({ roundId: round.id });
      const sent = heldBack(body);
      const answer = alice.send({
        method: "POST",
        path: `${GAMES}/${id}/cash-out`,
        body: sent.stream,
        headers: {
          "Content-Type": "application/json",
          "Content-Length": String(body.length),
          Origin: "http://localhost:3000",
        },
      });
      await sent.isWaitedFor;
      clock.now += elapsedAt(104) - elapsedAt(100);
      const seen = reached();
      sent.finish();
      const out = await answer;
      await ended(id, round.id);
      if (said(out) !== "200") {
        expect(said(out)).toBe("409 busted");
        continue;
      }
      expect(hundredths(out.as(endpoints.cashOut).multiplier)).toBeGreaterThanOrEqual(seen);
      return;
    }
    throw new Error("No curve went on for long enough");
  });

  it("wait for a cash-out from its receipt on, however long its session takes to look up", async () => {
    const id = await make();
    const { id: roundId } = await games.betOn(carol, id, { autoCashOut: 1.01 });
    const { callers } = site.service.deps;
    const { receipts } = crash.of(site.service.deps);
    const find = callers.find.bind(callers);
    let lookUp = (): void => undefined;
    const isAsked = new Promise<void>((asked) => {
      const looking = async (cookies: string | undefined) => {
        asked();
        await new Promise<void>((resolve) => {
          lookUp = resolve;
        });
        return find(cookies);
      };
      vi.spyOn(callers, "find").mockImplementationOnce(looking);
    });
    const answer = cashOut(carol, id, roundId);
    await isAsked;
    expect(receipts.isOpen(roundId, clock.now)).toBe(true);
    lookUp();
    expect(said(await answer)).toBe("409 not_running");
    expect(receipts.isOpen(roundId, clock.now)).toBe(false);
    expect(said(await site.visitor().post(`${GAMES}/${id}/cash-out`, { roundId }))).toBe("401 unauthorized");
    expect(said(await alice.post(`${GAMES}/${id}/cash-out`, {}))).toBe("400 invalid_request");
    expect(receipts.isOpen(roundId, clock.now)).toBe(false);
    toBeacon((await current(id)) as GameRound);
    await ended(id, roundId);
  });

  it("cash bets without a target out at the last beat when no process served the round", async () => {
    const id = await make({ houseEdge: 0.1 });
    const { round } = (await bet(alice, id)).as(endpoints.betOnRound);
    await bet(bob, id, 1.02);
    toBeacon(round);
    const { startsAt } = await started(id);
    await sleep(300);
    const shown = multiplierAt(clock.now - Date.parse(startsAt ?? ""));
    clock.now += 10_000;
    const end = await ended(id, round.id);
    const point = hundredths(end.point);
    const own = end.you;
    // On a busy machine the curve may go further first.
    if (own?.cause === null) expect(point).toBeLessThan(Math.max(110, shown + 10));
    else {
      expect(own?.cause).toBe("interrupted");
      expect(hundredths(own?.multiplier ?? null)).toBeLessThanOrEqual(shown + 2);
      expect(hundredths(own?.multiplier ?? null)).toBeGreaterThanOrEqual(100);
    }
    await expectByRule(end, new Map([["bob", 102]]));
  });

  it("refuse impossible targets and cash-outs of other games, and change nothing", async () => {
    const [id, other] = [await make(), await make()];
    for (const auto of [1, 1.001, 1e9, -2, "2", null, "NaN"])
      expect((await bet(alice, id, auto)).status).toBe(400);
    expect((await bet(alice, id, 1)).text).toContain("Auto cash-out must be 1.01 to 10000");
    expect(said(await bet(maker, id))).toBe("409 own_game");
    expect((await bet(site.visitor(), id)).status).toBe(401);
    expect(await current(id)).toBeNull();
    const { roundId } = (await bet(alice, id, 2)).as(endpoints.betOnRound);
    expect(said(await cashOut(alice, other, roundId))).toBe("404 not_found");
    expect(said(await cashOut(alice, id, "nothing"))).toBe("404 not_found");
  });

  it("refuse what the contract refuses, and change nothing", async () => {
    const id = await make({ minBet: 5, maxBet: 1_000 });
    const [admin, out, tries] = [
      await site.player("admin"),
      await site.player("out"),
      await site.player("tries"),
    ];
    await admin.post(`/api/admin/players/${(await out.user()).id}/suspend`, { reason: "For the test" });
    const risk = async (bankRisk: number | null) => {
      const { version } = (await admin.get("/api/admin/settings", NEWEST)).as(endpoints.settings);
      const change = { version, values: { bankRisk }, reason: "For the test" };
      return site.byTwo(await admin.ask("PUT /api/admin/settings", change));
    };
    expect((await risk(1)).status).toBe(200);
    const { head } = await site.books();
    const of = (betAmount: number, who = tries) => games.bet(who, id, { betAmount });
    expect(said(await of(10, admin))).toBe("403 staff_cannot_play");
    expect(said(await of(10, out))).toBe("403 suspended");
    for (const amount of [4.99, 1_000.01]) expect(said(await of(amount))).toBe("400 stake_out_of_range");
    for (const amount of [0, -1, 5.001, 1e13]) expect((await of(amount)).status).toBe(400);
    // One basis point of the bank, less the creator's share, which the bank also covers.
    const large = await of(1_000);
    expect(said(large)).toBe("409 bank_limit");
    expect(large.problem().detail).toMatch(
      /^The largest RBX stake the house takes at the moment is \d{3}\.\d\d\.$/,
    );
    expect(said(await games.bet(tries, id, { betAmount: 600, currency: "tix" }))).toBe(
      "409 insufficient_balance",
    );
    expect((await site.books()).head).toEqual(head);
    expect((await risk(null)).status).toBe(200);
  });

  it("accept all players' bets at once, and pay each once", async () => {
    const id = await make({ houseEdge: 1 });
    const players = await Promise.all(Array.from({ length: 20 }, (_, n) => site.player(`many_${n}`)));
    const placed = await Promise.all(
      players.flatMap((player, n) => [
        bet(player, id, n % 2 === 0 ? 1.01 + n / 100 : undefined),
        bet(player, id),
      ]),
    );
    expect(placed.filter(({ status }) => status === 200)).toHaveLength(20);
    const round = await current(id);
    expect(round?.bets).toHaveLength(20);
    if (round === null) throw new Error("It is open");
    toBeacon(round);
    await started(id);
    clock.now += 300;
    await Promise.all(
      players.flatMap((player) => [cashOut(player, id, round.id), cashOut(player, id, round.id)]),
    );
    const end = await ended(id, round.id);
    const point = hundredths(end.point);
    for (const one of end.bets) {
      if (one.multiplier === null) expect(one.winAmount).toBe("0.00");
      else expect(hundredths(one.multiplier)).toBeLessThanOrEqual(point);
      const paid = await site.db.query(
        "select from events where type = 'CrashCashedOut' and payload::jsonb ->> 'betId' = $1",
        [one.id],
      );
      expect(paid).toHaveLength(one.multiplier === null ? 0 : 1);
    }
    expect(await holding(`escrow:${round.id}`)).toBe(0n);
  });

  it("count in history, figures and creator's earnings", async () => {
    const id = await make();
    const player = await site.player("counts");
    const { round } = (await bet(player, id, 1.5)).as(endpoints.betOnRound);
    toBeacon(round);
    await started(id);
    const end = await ended(id, round.id, player);
    const [entry] = (await player.get("/api/games/history", NEWEST)).as(endpoints.history);
    expect(entry).toMatchObject({ id: round.id, gameType: "crash", currency: "RBX", betAmount: "10.00" });
    expect(entry?.won).toBe(end.you?.winAmount !== "0.00");
    const game = (await site.visitor().get(`${GAMES}/${id}`, NEWEST)).as(endpoints.userGame);
    expect(game).toMatchObject({ totalPlayed: 1, totalVolume: "10.00" });
    const bets = (await site.visitor().get("/api/games/bets", NEWEST)).as(endpoints.liveBets);
    expect(bets.filter((one) => one.id === round.id)).toHaveLength(1);
    const board = (await site.visitor().get("/api/leaderboard?period=all", NEWEST)).as(endpoints.leaderboard);
    expect(board.find((row) => row.player.username === "counts")?.wagered).toBe("10.00");
  });

  it("bring the house the stakes less payouts and shares, by game and in total", async () => {
    const admin = await site.player("admin");
    const { items } = (await admin.get("/api/admin/revenue?by=game", NEWEST)).as(endpoints.revenue);
    const [facts] = await site.db.query<{ bets: bigint; gained: bigint; shares: bigint }>(
      `select count(*) filter (where type <> 'CrashRoundSettled') as bets,
        sum(case type when 'CrashRoundSettled' then -(payload::jsonb ->> 'share')::bigint
          else (payload::jsonb ->> 'stake')::bigint - coalesce((payload::jsonb ->> 'payout')::bigint, 0) end)::bigint
          as gained,
        count(*) filter (where payload::jsonb ->> 'share' > '0') as shares
      from events where type in ('CrashRoundSettled', 'CrashCashedOut', 'CrashBetLost')`,
    );
    const { bets = 0n, gained = 0n, shares = 0n } = facts ?? {};
    const total = items.find(({ game }) => game === "crash");
    expect([total?.games, total?.revenue]).toEqual([Number(bets), signedText(gained)]);
    const games = (await admin.get("/api/admin/revenue/games?limit=200", NEWEST)).as(endpoints.revenueGames);
    expect(games.items).toHaveLength(Number(bets + shares));
    const sum = games.items.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    expect(sum).toBe(Number(gained));
    const { id } = await maker.user();
    expect(games.items.filter(({ userId }) => userId === id)).toHaveLength(Number(shares));
    expect(shares).toBeGreaterThan(0n);
  });

  it("are played to their end if their creator is forgotten, who can return and claim the share", async () => {
    const leaver = await site.player("leaver");
    const id = await games.make(leaver);
    const { round } = (await bet(alice, id, 1.5)).as(endpoints.betOnRound);
    const forget = () => leaver.post("/api/me/forget", { confirm: "leaver" });
    expect(said(await forget())).toBe("409 still_bound");
    await leaver.ask(`PATCH ${GAMES}/${id}`, { isActive: false });
    expect(said(await forget())).toBe("200");
    toBeacon(round);
    await started(id);
    expect(await ended(id, round.id)).toMatchObject({ status: "settled" });
    const game = (await site.visitor().get(`${GAMES}/${id}`, NEWEST)).as(endpoints.userGame);
    expect(game).toMatchObject({ isActive: false, totalPlayed: 1 });
    expect(JSON.stringify(game)).not.toContain("leaver");
    const back = await site.player("leaver");
    const claimed = (await back.post(`${GAMES}/earnings/claim`, {})).as(endpoints.claimCreatorShare);
    expect(claimed).toMatchObject({ rbx: "0.50", tix: "0.00" });
  });

  it("leave a log that the verifier accepts", async () => {
    const { keys } = site.service.deps.signer.publicKeys();
    expect(await verifyLog(site.db, { model: logModel, keys })).toMatchObject({ ok: true });
  });

  it("take no bet once stakes are halted", async () => {
    const [id, admin] = [await make(), await site.player("admin")];
    await admin.post("/api/admin/stakes/halt", { reason: "For the test" });
    expect(said(await bet(alice, id))).toBe("409 stakes_halted");
  });
});
