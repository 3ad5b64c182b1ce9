import { beforeAll, expect, it } from "vitest";
import { FLIGHT_MS_MAX, multiplierAt } from "#domain/fairness/crash-curve.ts";
import { endpoints } from "#domain/features/contract.ts";
import { BETS_MAX } from "#domain/features/crash/rules.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { beaconBy, CrashGames, hundredths, said } from "#service/lab/testing/rounds/crash-games.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { newcomersOf, playersOf, siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyLog } from "#service/ledger/verify.ts";

const GAMES = "/api/user-games";

describeEachEngine("races in rounds of crash", (engine) => {
  const clock = new RunningClock(SITE_BEGINS_AT);
  const beacon = beaconBy(clock);
  const games = new CrashGames(clock, beacon);
  const players: Visitor[] = [];

  const site = siteOf(engine, { clock, beacon });
  const [maker] = playersOf(site, "maker");
  beforeAll(async () => {
    const names = Array.from({ length: BETS_MAX + 1 }, (_, n) => `racer_${n}`);
    players.push(...(await newcomersOf(site, names)));
  });

  /** Each round has its own players: half an hour of play would trigger the reality check. */
  let turn = 0;
  const player = (n: number): Visitor => players[(turn * 3 + n) % players.length] as Visitor;
  const alice = () => player(0);
  const bob = () => player(1);
  const carol = () => player(2);
  const edit = (id: string, changes: object) => maker.ask(`PATCH ${GAMES}/${id}`, changes);
  const fly = async (round: GameRound): Promise<GameRound> => {
    games.toBeacon(round);
    return games.running(alice(), round.gameId);
  };
  const elapsed = ({ startsAt }: GameRound): number => clock.now - Date.parse(startsAt ?? "");
  const paid = async ({ id }: GameRound): Promise<readonly { seq: number; at: number }[]> => {
    const rows = await site.db.query<{ payload: string }>(
      "select payload from events where type = 'CrashCashedOut' and payload::jsonb ->> 'roundId' = $1 order by position",
      [id],
    );
    return rows.map(({ payload }) => JSON.parse(payload) as { seq: number; at: number });
  };

  it(`take ${BETS_MAX} bets at once and no more, and pay each once, however many requests come at once`, async () => {
    const id = await games.make(maker, { houseEdge: 1 });
    const first = await games.betOn(alice(), id);
    // Stops the clock, so that the round stays open however slow the machine is.
    const open = clock.now;
    const held = setInterval(() => {
      clock.now = open;
    }, 100);
    const answers = await Promise.all(players.slice(1).map((player) => games.bet(player, id)));
    clearInterval(held);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(BETS_MAX - 1);
    expect(answers.filter(({ status }) => status !== 200).map(said)).toEqual(["409 round_closed"]);
    const running = await fly(first);
    expect(running.bets).toHaveLength(BETS_MAX);
    clock.now += 400;
    const from = multiplierAt(elapsed(running));
    const asked = players.flatMap((player) => [
      games.cashOut(player, running),
      games.cashOut(player, running),
    ]);
    const heard = (await Promise.all(asked)).map(said);
    const to = multiplierAt(elapsed(running));
    expect(heard.filter((one) => one === "409 no_bet")).toHaveLength(2);
    const [end] = await games.rush(alice(), [running]);
    const out = await paid(running);
    expect(new Set(out.map(({ seq }) => seq)).size).toBe(out.length);
    for (const { at } of out) expect(at).toBeLessThanOrEqual(hundredths(end?.point ?? null));
    const won = end?.bets.filter(({ multiplier }) => multiplier !== null) ?? [];
    expect(won).toHaveLength(out.length);
    // Receipt takes a while: the curve may bust between two of them.
    const point = hundredths(end?.point ?? null);
    if (point < from) expect(out).toEqual([]);
    if (point >= to) expect(out).toHaveLength(BETS_MAX);
    expect(heard.filter((one) => one === "200")).toHaveLength(2 * out.length);
  });

  it("decide cash-outs around the bust by their receipt, and pay a reached target at the target", async () => {
    const id = await games.make(maker, { houseEdge: 0 });
    const seen = { paid: 0, late: 0, auto: 0 };
    for (let n = 0; n < 10 && Math.min(...Object.values(seen)) === 0; n += 1) {
      turn += 1;
      const round = await games.betOn(alice(), id);
      await games.betOn(bob(), id, { autoCashOut: 1.05 });
      const running = await fly(round);
      // Sent 30 ms of the curve apart, and decided together.
      const asked: { at: number; answer: Promise<string> }[] = [];
      for (let at = 102; at <= 112; at += 1) {
        while (multiplierAt(Math.max(0, elapsed(running))) < at) clock.now += 30;
        if (at === 104 || at === 105)
          asked.push({ at: -at, answer: games.cashOut(bob(), running).then(said) });
        if (at === 108) asked.push({ at, answer: games.cashOut(alice(), running).then(said) });
      }
      const heard = await Promise.all(asked.map(async ({ at, answer }) => ({ at, code: await answer })));
      const [end] = await games.rush(alice(), [running]);
      const point = hundredths(end?.point ?? null);
      const [own, other] = end?.bets ?? [];
      const code = heard.find(({ at }) => at === 108)?.code;
      const at = own?.multiplier === null ? null : hundredths(own?.multiplier ?? null);
      if (code === "200") {
        expect(at).toBeLessThanOrEqual(point);
        seen.paid += 1;
      } else {
        expect([code, at]).toEqual(["409 busted", null]);
        expect(point).toBeLessThan(112);
        seen.late += 1;
      }
      // Bob leaves once, by hand or by target, and never beyond the target.
      expect((await paid(running)).filter(({ seq }) => seq === 1)).toHaveLength(
        other?.multiplier === null ? 0 : 1,
      );
      expect(hundredths(other?.multiplier ?? null)).toBeLessThanOrEqual(105);
      if (other?.cause === "auto") seen.auto += 1;
      if (point >= 105) expect(other?.multiplier).not.toBeNull();
    }
    expect(seen.paid).toBeGreaterThan(0);
  });

  it("accept bets until the close and none after it, however close", async () => {
    const id = await games.make(maker);
    turn += 1;
    const round = await games.betOn(alice(), id);
    const closesAt = Date.parse(round.closesAt ?? "");
    clock.now = closesAt - 60;
    const asked: Promise<string>[] = [];
    for (const player of players.slice(100, 120)) {
      clock.now += 6;
      asked.push(games.bet(player, id).then(said));
    }
    const heard = await Promise.all(asked);
    expect(new Set([...heard, "200", "409 round_closed"]).size).toBe(2);
    const rows = await site.db.query<{ at: bigint }>(
      "select recorded_at as at from events where type = 'CrashBetPlaced' and payload::jsonb ->> 'roundId' = $1",
      [round.id],
    );
    expect(rows).toHaveLength(1 + heard.filter((one) => one === "200").length);
    for (const { at } of rows) expect(Number(at)).toBeLessThan(closesAt);
    await games.rush(alice(), [await fly(round)]);
  });

  it("play a round by its first version, and refuse bets on another version or a paused game", async () => {
    const id = await games.make(maker, { houseEdge: 2 });
    turn += 1;
    const [opened] = await Promise.all([games.bet(alice(), id, { version: 1 }), edit(id, { houseEdge: 9 })]);
    const first = opened.status === 200 ? opened.as(endpoints.betOnRound).round : null;
    if (first === null) expect(said(opened)).toBe("409 game_changed");
    const round = first ?? (await games.betOn(alice(), id));
    expect(round.version).toBe(first === null ? 2 : 1);
    // The round's version counts, whatever the game's is by now.
    expect((await games.bet(bob(), id, { version: round.version })).status).toBe(200);
    expect((await games.bet(carol(), id, { version: round.version + 7 })).status).toBe(409);
    const [late, paused] = await Promise.all([games.bet(carol(), id), edit(id, { isActive: false })]);
    expect(paused.status).toBe(200);
    expect(["200", "409 game_inactive"]).toContain(said(late));
    expect(said(await games.bet(player(3), id))).toBe("409 game_inactive");
    const running = await fly(round);
    clock.now += 300;
    const [end] = await games.rush(alice(), [running]);
    expect(end).toMatchObject({ status: "settled", version: round.version });
    expect(end?.bets).toHaveLength(2 + (late.status === 200 ? 1 : 0));
  });

  it("accept bets until an admin stops the game, and play the round to its end", async () => {
    const id = await games.make(maker);
    turn += 1;
    const round = await games.betOn(alice(), id);
    const admin = await site.player("admin");
    const halting = admin.post(`/api/admin/user-games/${id}/halt`, { reason: "The title misleads" });
    const bets = await Promise.all(players.slice(150, 160).map((one) => games.bet(one, id).then(said)));
    expect((await halting).status).toBe(200);
    expect(new Set([...bets, "200", "409 game_inactive"]).size).toBe(2);
    expect(said(await games.bet(bob(), id))).toBe("409 game_inactive");
    const [end] = await games.rush(alice(), [await fly(round)]);
    expect(end).toMatchObject({ status: "settled" });
    const [halted] = await site.db.query<{ position: bigint }>(
      "select position from events where type = 'UserGameHalted' and payload::jsonb ->> 'gameId' = $1",
      [id],
    );
    const placed = await site.db.query<{ position: bigint }>(
      "select position from events where type = 'CrashBetPlaced' and payload::jsonb ->> 'roundId' = $1",
      [round.id],
    );
    expect(end?.bets).toHaveLength(placed.length);
    for (const { position } of placed) expect(position).toBeLessThan(halted?.position ?? 0n);
  });

  it("pay a creator's share once, however many claims come at once", async () => {
    const before = hundredths((await maker.user()).rbxBalance);
    const earned = (await maker.get(`${GAMES}/earnings`, NEWEST)).as(endpoints.creatorEarnings);
    expect(hundredths(earned.unclaimed.rbx)).toBeGreaterThan(0);
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => maker.post(`${GAMES}/earnings/claim`, {})),
    );
    expect(claims.map(said).toSorted()).toEqual(["200", ...Array(9).fill("409 nothing_to_claim")]);
    expect(hundredths((await maker.user()).rbxBalance)).toBe(before + hundredths(earned.unclaimed.rbx));
  });

  it("leave a log that the verifier accepts, and nothing in an escrow", async () => {
    clock.now += FLIGHT_MS_MAX;
    const { keys } = site.service.deps.signer.publicKeys();
    expect(await verifyLog(site.db, { model: logModel, keys })).toMatchObject({ ok: true });
    const left = await site.db.query("select from holdings where account like 'escrow:%' and amount <> 0");
    expect(left).toEqual([]);
  });
});
