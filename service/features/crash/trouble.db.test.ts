import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { elapsedAt, multiplierAt } from "#domain/fairness/crash-curve.ts";
import { RUNNING_BETS_MAX } from "#domain/features/crash/rules.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { VOID_AFTER_MS } from "#domain/features/game-tables/rules.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { logModel } from "#service/features/log-model.ts";
import { AbsentDatabase } from "#service/lab/testing/databases/absent-database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { beaconBy, CrashGames, hundredths, said, until } from "#service/lab/testing/rounds/crash-games.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { createSite, SITE_BEGINS_AT, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyLog } from "#service/ledger/verify.ts";

/** As many games as a player may be in at once. All bust before 1.36x, where cash-outs come, once in 500,000 runs. */
const GAMES = RUNNING_BETS_MAX;
const OF_EACH = [...Array(GAMES).keys()];

describeEachEngine("rounds of crash in trouble", (engine) => {
  const clock = new RunningClock(SITE_BEGINS_AT);
  const real = beaconBy(clock);
  let isBeaconAway = false;
  const beacon = {
    ...real,
    round: async (...asked: Parameters<typeof real.round>) => (isBeaconAway ? null : real.round(...asked)),
  };
  const games = new CrashGames(clock, beacon);
  const absent = new AbsentDatabase();
  let db: OpenDatabase;
  let one: Site;
  let two: Site;
  let ids: string[];
  let alice: Visitor;
  let bob: Visitor;
  let carol: Visitor;

  // Regions are recorded before everything that players begin.
  const config = { regionHeader: "CF-IPCountry" };
  const open = () => createSite(engine, { db, clock, beacon, config, throughDatabase: absent.through });
  const carriedTo = (site: Site, { cookies }: Visitor): Visitor => {
    const other = site.visitor();
    for (const [name, value] of cookies) other.cookies.set(name, value);
    return other;
  };
  const people = (): [Visitor, Visitor, Visitor] => [alice, bob, carol];

  beforeAll(async () => {
    db = await engine.fresh({ readModels: true });
    [one, two] = [await open(), await open()];
    const maker = await one.player("maker");
    ids = await Promise.all(OF_EACH.map(() => games.make(maker, { houseEdge: 0 })));
    [alice, bob, carol] = [await one.player("alice"), await one.player("bob"), await two.player("carol")];
  });
  afterAll(async () => {
    absent.isAway = false;
    await one.close();
    await two.close();
    await db.close();
  });

  /** All three bet on every game, bob with a target. Alice and bob use one process, carol the other. */
  const betAll = async (auto = 1.3, carols = {}): Promise<GameRound[]> => {
    const rounds = await Promise.all(ids.map((id) => games.betOn(alice, id)));
    await Promise.all(
      ids.flatMap((id) => [games.betOn(bob, id, { autoCashOut: auto }), games.betOn(carol, id, carols)]),
    );
    return rounds;
  };
  /** Advances the clock, no faster than running rounds are served. */
  const pass = async (ms: number): Promise<void> => {
    for (const end = clock.now + ms; clock.now < end; ) {
      clock.now = Math.min(end, clock.now + 400);
      await until(async () => {
        const late = await db.query("select from round_beats where at < $1::bigint", [
          Math.floor(clock.now) - 1_200,
        ]);
        return late.length === 0 ? true : null;
      });
    }
  };
  const fly = async (rounds: readonly GameRound[]): Promise<GameRound[]> => {
    games.toBeacon(...rounds);
    return until(async () => {
      const now = await Promise.all(rounds.map(({ gameId }) => games.current(alice, gameId)));
      const running = now.flatMap((round) => (round?.status === "running" ? [round] : []));
      if (running.length === rounds.length) return running;
      await pass(100);
      return null;
    });
  };
  const typesOf = async ({ id }: GameRound): Promise<readonly string[]> => {
    const rows = await db.query<{ type: string }>(
      "select type from events where payload::jsonb ->> 'roundId' = $1 order by position",
      [id],
    );
    return rows.map(({ type }) => type);
  };
  const outOf = ({ bets }: GameRound, name: string) => {
    const found = bets.find(({ player }) => player.username === name);
    if (found === undefined) throw new Error(`${name} has a bet`);
    return { at: found.multiplier === null ? null : hundredths(found.multiplier), cause: found.cause };
  };
  /** Each step of each round is in the log once, and no escrow holds anything. */
  const expectOnce = async (rounds: readonly GameRound[]): Promise<void> => {
    for (const round of rounds) {
      const types = await typesOf(round);
      const count = (type: string) => types.filter((one) => one === type).length;
      expect(["CrashRoundOpened", "CrashRoundStarted", "CrashRoundSettled"].map(count)).toEqual([1, 1, 1]);
      expect(count("CrashCashedOut") + count("CrashBetLost")).toBe(count("CrashBetPlaced"));
    }
    const left = await db.query("select account from holdings where account like 'escrow:%' and amount <> 0");
    expect(left).toEqual([]);
  };
  const endAll = (rounds: readonly GameRound[]) => games.rush(alice, rounds);

  it("take every step once while two processes run them", async () => {
    const rounds = await fly(await betAll(1.1, { autoCashOut: 10_000 }));
    await pass(2_000);
    const ends = await endAll(rounds);
    for (const end of ends) {
      const point = hundredths(end.point);
      expect(outOf(end, "bob")).toEqual(
        point >= 110 ? { at: 110, cause: "auto" } : { at: null, cause: null },
      );
      const force = hundredths(rounds.find(({ id }) => id === end.id)?.force ?? null);
      expect(force).toBeGreaterThan(0);
      expect(outOf(end, "carol").at).toBe(point >= force ? force : null);
    }
    await expectOnce(rounds);
  });

  it("honour cash-outs received while the database was away, and cash other bets out at the last beat", async () => {
    const running = await fly(await betAll());
    const startsAt = new Map(running.map(({ id, startsAt }) => [id, Date.parse(startsAt ?? "")]));
    const elapsed = ({ id }: GameRound) => clock.now - (startsAt.get(id) ?? 0);
    while (Math.min(...running.map(elapsed)) < elapsedAt(115)) await pass(300);
    absent.isAway = true;
    const away = new Map(running.map((round) => [round.id, multiplierAt(elapsed(round))]));
    clock.now += 2_500;
    const asked = new Map(running.map((round) => [round.id, multiplierAt(elapsed(round))]));
    const answers = Promise.all(running.map((round) => games.cashOut(alice, round)));
    await sleep(60);
    clock.now += 2_500;
    await sleep(400);
    absent.isAway = false;
    await sleep(300);
    const heard = await answers;
    const ends = await endAll(running);
    let honoured = 0;
    for (const [n, answer] of heard.entries()) {
      const end = ends[n] as GameRound;
      const point = hundredths(end.point);
      const [last = 0, at = 0] = [away.get(end.id), asked.get(end.id)];
      const [own, other] = [outOf(end, "alice"), outOf(end, "carol")];
      if (point < last - 2) {
        // The last beat may be some hundredths before the outage, and so before the point.
        if (other.at === null || point < last - 8)
          expect([own.at, other.at, said(answer)]).toEqual([null, null, "409 busted"]);
        else expect(Math.max(other.at, own.at ?? 0)).toBeLessThanOrEqual(point);
        continue;
      }
      if (other.at !== null) {
        expect(other.cause).toBe("interrupted");
        expect(other.at).toBeGreaterThanOrEqual(last - 8);
        expect(other.at).toBeLessThanOrEqual(last);
      }
      // A cash-out never makes a bet worse.
      expect(own.at ?? 0).toBeGreaterThanOrEqual(other.at ?? 0);
      if (point >= at + 1) {
        expect(own.cause).toBe("manual");
        expect(Math.abs((own.at ?? 0) - at)).toBeLessThanOrEqual(1);
        honoured += 1;
      }
      // The answer matches the log: a bet too late for its cash-out may still leave at the last beat.
      expect(said(answer)).toBe(own.at === null ? "409 busted" : "200");
      expect(outOf(end, "bob").at).toBe(point >= 130 ? 130 : null);
    }
    expect(honoured).toBeGreaterThan(0);
    await expectOnce(running);
  });

  it("hold a cash-out while the database is away, and start no curve in the past", async () => {
    const [id = ""] = ids;
    const round = await games.betOn(alice, id);
    absent.isAway = true;
    const held = games.cashOut(alice, round);
    await sleep(60);
    absent.isAway = false;
    expect(said(await held)).toBe("409 not_running");
    absent.isAway = true;
    games.toBeacon(round);
    await until(async () => (one.service.deps.writer.isTakingCommands ? null : true));
    clock.now += 3_000;
    const back = clock.now;
    absent.isAway = false;
    const started = await until(async () => {
      const rows = await db.query<{ payload: string }>(
        "select payload from events where type = 'CrashRoundStarted' and payload::jsonb ->> 'roundId' = $1",
        [round.id],
      );
      return rows[0];
    });
    const { startsAt } = JSON.parse(started.payload) as { startsAt: number };
    expect(startsAt).toBeGreaterThanOrEqual(back);
    await expectOnce(await endAll([round]));
  });

  it("continue after a restart during betting, while locked, while running and before settlement", async () => {
    const restart = async () => {
      const before = people();
      await Promise.all([one.close(), two.close()]);
      const closedAt = clock.now;
      [one, two] = [await open(), await open()];
      [alice, bob, carol] = [carriedTo(one, before[0]), carriedTo(one, before[1]), carriedTo(two, before[2])];
      return closedAt;
    };
    const rounds = await Promise.all(ids.map((id) => games.betOn(alice, id)));
    await restart();
    const [id = ""] = ids;
    expect(await games.current(alice, id)).toMatchObject({ id: rounds[0]?.id, status: "betting" });
    await Promise.all(ids.map((id) => games.betOn(bob, id, { autoCashOut: 1.5 })));
    clock.now = Date.parse(rounds.at(-1)?.closesAt ?? "");
    await restart();
    expect((await games.current(alice, id))?.status).toBe("locked");
    expect(said(await games.bet(carol, id))).toBe("409 round_closed");
    const running = await fly(rounds);
    await pass(1_500);
    const closedAt = await restart();
    clock.now += 4_000;
    await pass(9_000);
    await restart();
    const ends = await endAll(running);
    for (const end of ends) {
      const point = hundredths(end.point);
      expect(outOf(end, "bob").at).toBe(point >= 150 ? 150 : null);
      const own = outOf(end, "alice");
      expect([null, "interrupted"]).toContain(own.cause);
      const startedAt = Date.parse(running.find(({ id }) => id === end.id)?.startsAt ?? "");
      if (own.at === null) expect(point).toBeLessThanOrEqual(multiplierAt(closedAt - startedAt));
    }
    expect(ends.some((end) => outOf(end, "alice").cause === "interrupted")).toBe(true);
    await expectOnce(running);
  });

  it("wait for a late beacon, and return all stakes a day after one that never comes", async () => {
    isBeaconAway = true;
    const rounds = await Promise.all(ids.slice(0, 2).map((id) => games.betOn(alice, id)));
    const [first, second] = rounds as [GameRound, GameRound];
    games.toBeacon(...rounds);
    clock.now += 60_000;
    const shown = () => games.current(alice, first.gameId);
    await expect.poll(shown).toMatchObject({ status: "locked" });
    await sleep(100);
    expect(await shown()).toMatchObject({ status: "locked" });
    isBeaconAway = false;
    for (const { gameId } of rounds) await games.running(alice, gameId);
    await endAll(rounds);
    isBeaconAway = true;
    const last = await games.betOn(alice, second.gameId);
    games.toBeacon(last);
    const { rbxBalance } = await alice.user();
    clock.now += VOID_AFTER_MS + 60_000;
    const end = await until(async () =>
      (await games.ended(alice, last.gameId)).find(({ id }) => id === last.id),
    );
    expect(end).toMatchObject({ status: "void", point: null, you: { multiplier: null } });
    expect(hundredths((await alice.user()).rbxBalance)).toBe(hundredths(rbxBalance) + 1_000);
    isBeaconAway = false;
  });

  it("leave a log that the verifier accepts", async () => {
    const { keys } = one.service.deps.signer.publicKeys();
    expect(await verifyLog(db, { model: logModel, keys })).toMatchObject({ ok: true });
  });
});
