import { afterEach, expect, it } from "vitest";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { live } from "#service/features/live/feature.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { HeardFrame, LiveStream } from "#service/lab/testing/live-stream.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { playersOf, twoSitesOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const GAMES = "/api/user-games";

/** A private target, as text and in hundredths. */
const TARGET = "9876.54";
const HUNDREDTHS_OF_TARGET = /\b987654\b/;
const named = (name: string) => (frame: HeardFrame) => frame.name === name;
const namesOf = (frames: readonly HeardFrame[]) => frames.map(({ name }) => name);

describeEachEngine("the live stream of a game's rounds", (engine) => {
  const clock = new RunningClock(SITE_BEGINS_AT);
  const beacon = createLocalBeacon([{ keyId: "b1", bytes: new Uint8Array(32).fill(5) }], () => clock.now);
  const sites = twoSitesOf(engine, { clock, beacon });
  const [maker, alice, bob] = playersOf(sites.one, "maker", "alice", "bob");
  const streams: LiveStream[] = [];

  afterEach(async () => {
    await Promise.all(streams.splice(0).map((stream) => stream.close()));
    const open = () => [sites.one, sites.two].map((site) => live.of(site.service.deps).rooms.size);
    await expect.poll(open).toEqual([0, 0]);
  });

  const make = async (gameType: "jackpot" | "crash"): Promise<string> => {
    const terms = { title: "Game", gameType, maxBet: 100_000, houseEdge: 5 };
    return (await maker.post(GAMES, terms)).as(endpoints.createUserGame).id;
  };
  const bet = async (player: Visitor, id: string, more: object = {}) => {
    const answer = await player.post(`${GAMES}/${id}/bets`, { betAmount: 10, currency: "rbx", ...more });
    return answer.as(endpoints.betOnRound);
  };
  const watch = async (id: string, visitor: Visitor = sites.one.visitor()): Promise<LiveStream> => {
    const stream = await visitor.live({}, { watch: id });
    streams.push(stream);
    await stream.untilFrame(named("snapshot"));
    return stream;
  };
  const toBeacon = ({ beaconRound }: Pick<GameRound, "beaconRound">) => {
    clock.now = Math.max(clock.now, publishedAt(beaconRound ?? 1, beacon.chain));
  };
  /** Advances the clock until a frame arrives, in steps too short to count as interruptions. */
  const passing = async (stream: LiveStream, isIt: (frame: HeardFrame) => boolean) => {
    const timer = setInterval(() => {
      clock.now += 900;
    }, 40);
    return stream.untilFrame(isIt).finally(() => clearInterval(timer));
  };

  it("carries the same at two processes, from a jackpot's first entry to its end", async () => {
    const id = await make("jackpot");
    const [here, there] = [await watch(id), await watch(id, sites.two.visitor())];
    const { roundId } = await bet(alice, id);
    const opening = await Promise.all([here, there].map((stream) => stream.untilFrame(named("entries"))));
    for (const frames of opening) {
      expect(namesOf(frames)).toEqual(["round", "entries"]);
      expect(frames[0]?.data).toMatchObject({
        game: id,
        round: roundId,
        asset: "RBX",
        phase: "waiting",
        N: null,
      });
      expect(frames[1]?.data).toMatchObject({
        round: roundId,
        entries: [[0, { username: "alice" }, "10.00", "0.00", "10.00"]],
      });
    }
    const { round } = await bet(bob, id);
    const joined = await Promise.all([here, there].map((stream) => stream.untilFrame(named("entries"))));
    for (const frames of joined) {
      expect(frames[0]?.data).toMatchObject({
        phase: "betting",
        total: "20.00",
        players: 2,
        N: round.beaconRound,
      });
      expect(frames[1]?.data).toMatchObject({
        entries: [[1, { username: "bob" }, "10.00", "10.00", "20.00"]],
      });
    }
    clock.now = Date.parse(round.closesAt ?? "");
    await here.untilFrame(({ name, data }) => name === "round" && data.phase === "locked");
    toBeacon(round);
    const ends = await Promise.all([here, there].map((stream) => stream.untilFrame(named("settled"))));
    const [ended] = (await alice.get(`${GAMES}/${id}/rounds`)).as(endpoints.gameRounds).items;
    for (const frames of ends) {
      const { data } = frames.find(named("drawn")) ?? {};
      const winner = ended?.bets.find((one) => one.player.id === ended.winner);
      expect(data).toEqual({ round: roundId, ticket: ended?.ticket, total: "20.00", seq: winner?.seq });
      expect(frames.at(-1)?.data).toMatchObject({ round: roundId, phase: "settled" });
    }
  });

  it("carries the whole round to a returning viewer, then its changes", async () => {
    const id = await make("jackpot");
    const first = await watch(id);
    await bet(alice, id);
    await first.untilFrame(named("entries"));
    await first.close();
    await bet(alice, id);
    const again = await watch(id);
    await bet(bob, id, { betAmount: 20 });
    const all = await again.untilFrame(
      ({ name, data }) => name === "entries" && JSON.stringify(data).includes("bob"),
    );
    const seqs = all
      .filter(named("entries"))
      .flatMap(({ data }) => (data.entries as unknown[][]).map(([seq]) => seq));
    expect(seqs).toEqual([0, 1, 2]);
    expect(namesOf(all).slice(0, 2)).toEqual(["round", "entries"]);
  });

  it("carries a curve's course and end at every process, and to nobody its point before", async () => {
    const id = await make("crash");
    const ears = [await watch(id), await watch(id, bob), await watch(id, sites.two.visitor())];
    const { round } = await bet(alice, id, { autoCashOut: 1.01 });
    await bet(bob, id, { autoCashOut: Number(TARGET) });
    toBeacon(round);
    const heard = await Promise.all(ears.map((stream) => passing(stream, named("settled"))));
    const [ended] = (await alice.get(`${GAMES}/${id}/rounds`)).as(endpoints.gameRounds).items;
    const [row] = await sites.db.query<{ seed: string }>(
      "select payload::jsonb ->> 'seed' as seed from events where type = 'CrashRoundSettled'",
    );
    expect(row?.seed).toMatch(/^[0-9a-f]{64}$/);
    for (const frames of heard) {
      const before = JSON.stringify(frames.slice(0, frames.findIndex(named("bust"))));
      for (const secret of [row?.seed, "seed", "auto", "point", TARGET]) {
        // Published: why a bet left. Secret: its target.
        expect(before.replaceAll('"auto"', "")).not.toContain(secret);
      }
      // Ids, hashes and times may contain these digits, but not as a separate number.
      expect(before).not.toMatch(HUNDREDTHS_OF_TARGET);
      const busts = frames.filter(named("bust"));
      expect(busts[0]?.data).toMatchObject({ round: round.id, point: ended?.point });
      const bust = Number(busts[0]?.data.t);
      const ticks = frames.filter(named("tick")).map(({ data }) => Number(data.t));
      // Time runs 20 times as fast, on a machine that may be busy: an early bust may leave no time for a tick.
      if (bust > 80_000) expect(ticks.length).toBeGreaterThan(0);
      expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
      const left = ended?.bets.filter(({ multiplier }) => multiplier !== null) ?? [];
      const told = frames.filter(named("cashouts")).flatMap(({ data }) => data.cashouts as unknown[][]);
      expect(told).toEqual(left.map((one) => [one.seq, one.multiplier, one.winAmount, one.cause]));
      expect(frames.at(-1)?.data).toMatchObject({ round: round.id, phase: "settled" });
    }
  });

  it("carries nothing for games without rounds and unknown games", async () => {
    const coin = { title: "Coin", gameType: "coinflip", maxBet: 100, houseEdge: 5 };
    const { id } = (await maker.post(GAMES, coin)).as(endpoints.createUserGame);
    const { rooms } = live.of(sites.one.service.deps);
    for (const other of [id, "", "0193a000-0000-7000-8000-000000000001"]) {
      const stream = await alice.live({}, { watch: other });
      streams.push(stream);
      await expect.poll(() => rooms.size).toBe(0);
    }
  });
});
