import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { FLIGHT_MS_MAX } from "#domain/fairness/crash-curve.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { VOID_AFTER_MS } from "#domain/features/game-tables/rules.ts";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { allProjections } from "#projections/features/all.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import { replay } from "#projections/replay.ts";
import { shadowWorld } from "#projections/testing/runtime.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { logModel } from "#service/features/log-model.ts";
import { AbsentDatabase } from "#service/lab/testing/databases/absent-database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { beaconBy, CrashGames, until } from "#service/lab/testing/rounds/crash-games.ts";
import { wrongsOfRounds } from "#service/lab/testing/rounds/rounds-oracle.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { createSite, SITE_BEGINS_AT, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { verifyLog } from "#service/ledger/verify.ts";

const use = { runs: 2, shrinks: false, msPerRun: 10_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });
const PLAYERS = 4;
const GAMES = "/api/user-games";

const who = fc.nat(PLAYERS - 1);
const place = fc.constantFrom(0 as const, 1 as const);
/** Mostly small, so that most curves go far enough for something to happen. */
const upTo = (usual: number, most: number, min: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min, max: usual }) },
    { weight: 1, arbitrary: fc.integer({ min, max: most }) },
  );
const percent = upTo(300, 5_000, 0).map((edge) => edge / 100);
const game = fc.record({
  gameType: fc.constantFrom("crash", "crash", "jackpot"),
  currency: fc.constantFrom("rbx", "tix"),
  maker: fc.nat(1),
  edge: percent,
  laterEdge: fc.option(percent, { nil: null }),
  bets: fc.array(
    fc.record({
      who,
      place,
      cents: fc.integer({ min: 100, max: 20_000 }),
      auto: fc.option(upTo(160, 3_000, 101), { nil: null }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});
type Game = typeof game extends fc.Arbitrary<infer G> ? G : never;
/** Steps while rounds run: cash-outs, passing and leaping time, the end of a process, an outage of the database. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("leave" as const), game: fc.nat(3), who, place }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 900 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.constant(10_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const), place }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("away" as const), ms: fc.integer({ min: 100, max: 6_000 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const program = fc.record({
  games: fc.array(game, { minLength: 1, maxLength: 4 }),
  beforeStart: fc.array(step, { maxLength: 3 }),
  beacon: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
    { weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
  ),
  flight: fc.array(step, { maxLength: 12 }),
});

describeEachEngine("rounds of player-made games, under any play and any fault", (engine) => {
  const clock = new RunningClock(SITE_BEGINS_AT);
  const real = beaconBy(clock);
  let isBeaconAway = false;
  const beacon: typeof real = {
    ...real,
    round: async (...asked) => (isBeaconAway ? null : real.round(...asked)),
  };
  const crash = new CrashGames(clock, beacon);
  const absent = new AbsentDatabase();
  let db: OpenDatabase;
  const sites: Site[] = [];
  const open = () => createSite(engine, { db, clock, beacon, throughDatabase: absent.through });
  const siteAt = (at: 0 | 1): Site => sites[at] as Site;
  const at = (at: 0 | 1, { cookies }: Visitor): Visitor => {
    const visitor = siteAt(at).visitor();
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    return visitor;
  };
  beforeAll(async () => {
    db = await engine.fresh({ readModels: true });
    sites.push(await open(), await open());
  });
  afterAll(async () => {
    absent.isAway = false;
    for (const site of sites) await site.close();
    await db.close();
  });

  let number = 0;
  const people = (name: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => siteAt(0).player(`${name}_${number}_${n}`)));

  async function bets(
    makers: readonly Visitor[],
    players: readonly Visitor[],
    one: Game,
  ): Promise<GameRound[]> {
    const maker = at(0, makers[one.maker] as Visitor);
    const { gameType, currency, edge, laterEdge } = one;
    const id = await crash.make(maker, { gameType, houseEdge: edge });
    const placed = one.bets.map(async ({ who, place, cents, auto }, n) => {
      if (n === 1 && laterEdge !== null) await changed(maker, id, { houseEdge: laterEdge });
      const more = gameType === "crash" && auto !== null ? { autoCashOut: auto / 100 } : {};
      const body = { betAmount: cents / 100, currency, ...more };
      return at(place, players[who] as Visitor).post(`${GAMES}/${id}/bets`, body);
    });
    const answers = (await Promise.all(placed)).filter(({ status }) => status === 200);
    return answers.slice(0, 1).map((answer) => answer.as(endpoints.betOnRound).round);
  }
  const changed = (maker: Visitor, id: string, body: object) => maker.ask(`PATCH ${GAMES}/${id}`, body);

  async function take(
    one: Step,
    rounds: readonly GameRound[],
    players: readonly Visitor[],
  ): Promise<unknown> {
    if (one.do === "restart") {
      await siteAt(one.place).close();
      sites[one.place] = await open();
      return null;
    }
    if (one.do === "away") {
      absent.isAway = true;
      clock.now += one.ms;
      await tick();
      absent.isAway = false;
      return null;
    }
    if (one.do === "pass") {
      clock.now += one.ms;
      return tick();
    }
    const round = rounds[one.game % rounds.length];
    return round && crash.cashOut(at(one.place, players[one.who] as Visitor), round);
  }
  const tick = () => new Promise((resolve) => setTimeout(resolve, 15));

  /** Ends every round; those without a second player or a beacon are given up in time. */
  async function endAll(): Promise<void> {
    await until(async () => {
      const [row] = await db.query<{ open: bigint }>(
        `select count(*) filter (where type like '%RoundOpened')
            - count(*) filter (where type in ('CrashRoundSettled', 'CrashRoundVoided', 'JackpotSettled', 'JackpotVoided')) as open
          from events where type like 'Crash%' or type like 'Jackpot%'`,
      );
      if (row?.open === 0n) return true;
      clock.now += isBeaconAway ? VOID_AFTER_MS : FLIGHT_MS_MAX;
      return null;
    });
  }

  it("end once, keep every sum, and pay every bet by its rule", async () => {
    await forAllAsyncIn(propertySettings(use))(
      program,
      async ({ games, beforeStart, beacon: late, flight }) => {
        number += 1;
        const [makers, players] = [await people("maker", 2), await people("player", PLAYERS)];
        const rounds = (await Promise.all(games.map((one) => bets(makers, players, one)))).flat();
        for (const one of beforeStart) await take(one, rounds, players);
        isBeaconAway = late > 0;
        crash.toBeacon(...rounds.filter(({ beaconRound }) => beaconRound !== null));
        clock.now += Number.isFinite(late) ? late : 0;
        await tick();
        isBeaconAway = !Number.isFinite(late);
        clock.now += 1_200;
        const asked: Promise<unknown>[] = [];
        for (const one of flight) {
          const taken = take(one, rounds, players);
          if (one.do === "leave") asked.push(taken);
          else await taken;
        }
        await Promise.all(asked);
        await endAll();
        isBeaconAway = false;
        expect(await wrongsOfRounds(db)).toEqual([]);
      },
    );
    const { keys } = siteAt(0).service.deps.signer.publicKeys();
    expect(await verifyLog(db, { model: logModel, keys })).toMatchObject({ ok: true });
    const { writer, reads } = siteAt(0).service.deps;
    await reads.reaching(writer.head.position, 5_000).ask(() => "select 1", []);
    expect((await replay(shadowWorld(db), allProjections)).filter(differs)).toEqual([]);
  });
});
